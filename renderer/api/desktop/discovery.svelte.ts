import { untrack } from 'svelte';
import type { Diagnosis, FindingState, FoundCommunity } from '../../../shared/bridge';
import type { Bridge } from '../../../shared/channels';

export type { Diagnosis, FoundCommunity } from '../../../shared/bridge';

/** Communities in the networks of this computer, and what keeps a host from being reached. A browser can't look for either. */
class Finding {
  readonly #bridge = (window as { courtyard?: Bridge }).courtyard;
  #state = $state.raw<FindingState>(NOTHING);

  /** These pages can search and examine. */
  get isOffered(): boolean {
    return this.#bridge !== undefined;
  }
  /** Not all were asked yet. Reactive. */
  get isSearching(): boolean {
    return this.#state.isSearching;
  }
  /** This computer is in a network at all. Reactive. */
  get hasNetwork(): boolean {
    return this.#state.hasNetwork;
  }
  /** Those that were reached come first. Reactive. */
  get found(): readonly FoundCommunity[] {
    return this.#state.found;
  }

  /** Searches until the function it gives is called; called in an effect. */
  follow(): () => void {
    untrack(() => void this.again());
    const timer = setInterval(() => void this.#ask('look'), LOOKED_EVERY);
    return () => {
      clearInterval(timer);
      void this.#ask('end');
    };
  }

  /** Searches anew; what was found stays until then. */
  again(): Promise<void> {
    this.#state = { ...this.#state, isSearching: true };
    return this.#ask('begin');
  }

  /** Looks for the broken link to a host by its addresses (`HOST:PORT`); takes some seconds. */
  async examine(addresses: readonly string[], key: string | null): Promise<Diagnosis> {
    if (!this.#bridge) throw new Error('a browser can examine nothing');
    return this.#bridge.examine({ addresses: [...addresses], key });
  }

  async #ask(act: 'begin' | 'look' | 'end'): Promise<void> {
    const now = await this.#bridge?.find(act);
    // What hasn't changed is not drawn anew.
    if (now && JSON.stringify(now) !== JSON.stringify(this.#state)) this.#state = now;
  }
}

/** Milliseconds. */
const LOOKED_EVERY = 400;
const NOTHING: FindingState = { isSearching: false, hasNetwork: true, found: [] };

/** The one of these pages. */
export const finding = new Finding();
