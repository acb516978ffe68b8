import type { PracticeAct, PracticeState } from '../../../shared/bridge';
import type { Bridge } from '../../../shared/channels';
import { session } from '../session.svelte';

/** The practice community that a desktop window can show beside the person's own: people who aren't real, to try things on. */
class Practice {
  readonly #bridge = (window as { courtyard?: Bridge }).courtyard;
  #share = $state<number | null>(null);
  #hasFailed = $state(false);

  /** These pages are those of the practice community. */
  readonly isHere = this.#bridge !== undefined && location.hostname.split('.')[0] === 'practice';

  /** It can be gone to from here: beside the own one. */
  readonly isOffered = this.#bridge !== undefined && location.hostname.split('.')[0] === 'main';

  /** How far its making has come, from 0 to 1; null while it is not being made. Reactive. */
  get share(): number | null {
    return this.#share;
  }
  /** It could not be made or opened. Reactive. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Makes it where there is none, and goes there: these pages end with that. */
  async open(): Promise<void> {
    this.#share = 0;
    let state = await this.#ask('open');
    while (!state.hasFailed) {
      await new Promise((resolve) => setTimeout(resolve, LOOKED_EVERY));
      state = await this.#ask('look');
      this.#share = state.share ?? 1;
    }
    this.#share = null;
    this.#hasFailed = true;
  }

  /** Signs in to it as its owner. */
  async enter(): Promise<void> {
    const state = await this.#ask('enter');
    if (state.session) session.begin(state.session);
  }

  /** Back to the person's own community; all of it stays as it is. */
  async leave(): Promise<void> {
    await this.#ask('leave');
  }

  /** Takes all of it away, and goes back. */
  async wipe(): Promise<void> {
    localStorage.clear();
    await this.#bridge?.session(null);
    await this.#ask('wipe');
  }

  #ask(act: PracticeAct): Promise<PracticeState> {
    return this.#bridge?.practice(act) ?? Promise.resolve({ share: null, hasFailed: true });
  }
}

/** Milliseconds. */
const LOOKED_EVERY = 300;

/** The one of these pages. */
export const practice = new Practice();
