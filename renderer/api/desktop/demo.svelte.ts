import { DEMO_ID, type DemoAction, type DemoState } from '../../../shared/bridge';
import { session } from '../session.svelte';

/** The demo community: sample people to try things out with. A desktop window can show it next to the person's own. */
class Demo {
  readonly #bridge = window.courtyard;
  #share = $state<number | null>(null);
  #hasFailed = $state(false);

  /** Whether these pages belong to the demo community. */
  readonly isHere = this.#bridge !== undefined && location.hostname.split('.')[0] === DEMO_ID;

  /** Whether these pages can open the demo community: only those of the person's own community can. */
  readonly isOffered = this.#bridge !== undefined && location.hostname.split('.')[0] === 'main';

  /** The progress of creating it, from 0 to 1; null while it is not being created. Reactive. */
  get share(): number | null {
    return this.#share;
  }
  /** Whether it could not be created or opened. Reactive. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Creates the demo community if it does not exist and switches to it, which unloads these pages. */
  async open(): Promise<void> {
    this.#share = 0;
    let state = await this.#run('open');
    while (!state.hasFailed) {
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      state = await this.#run('look');
      this.#share = state.share ?? 1;
    }
    this.#share = null;
    this.#hasFailed = true;
  }

  /** Signs in to it as its owner. */
  async enter(): Promise<void> {
    const state = await this.#run('enter');
    if (state.session) session.begin(state.session);
  }

  /** Returns to the person's own community and keeps the demo community. */
  async leave(): Promise<void> {
    await this.#run('leave');
  }

  /** Deletes the demo community and returns to the person's own. */
  async wipe(): Promise<void> {
    localStorage.clear();
    await this.#bridge?.session(null);
    await this.#run('wipe');
  }

  #run(action: DemoAction): Promise<DemoState> {
    return this.#bridge?.demo(action) ?? Promise.resolve({ share: null, hasFailed: true });
  }
}

const POLL_INTERVAL_MS = 300;

/** The demo community, shared by all pages. */
export const demo = new Demo();
