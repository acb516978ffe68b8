import { untrack } from 'svelte';
import type { Diagnosis, FindingState, FoundCommunity } from '../../../shared/bridge';

export type { Diagnosis, FoundCommunity } from '../../../shared/bridge';

/** Finds communities in the local networks and diagnoses why a host can't be reached. Not available in a browser. */
class CommunityDiscovery {
  readonly #bridge = window.courtyard;
  #state = $state.raw<FindingState>(NOTHING);

  /** Whether these pages can search and diagnose. */
  get isOffered(): boolean {
    return this.#bridge !== undefined;
  }
  /** Whether the search is still running. Reactive. */
  get isSearching(): boolean {
    return this.#state.isSearching;
  }
  /** Whether this computer is connected to a network. Reactive. */
  get hasNetwork(): boolean {
    return this.#state.hasNetwork;
  }
  /** The communities found, reachable ones first. Reactive. */
  get found(): readonly FoundCommunity[] {
    return this.#state.found;
  }

  /** Searches until the returned function is called. Call it in an effect. */
  follow(): () => void {
    untrack(() => void this.again());
    const timer = setInterval(() => void this.#send('look'), POLL_INTERVAL_MS);
    return () => {
      clearInterval(timer);
      void this.#send('end');
    };
  }

  /** Restarts the search. Earlier results stay until new ones arrive. */
  again(): Promise<void> {
    this.#state = { ...this.#state, isSearching: true };
    return this.#send('begin');
  }

  /**
   * Finds out why a host can't be reached at its addresses (`HOST:PORT`). Takes several seconds. Throws in a browser.
   */
  async diagnose(addresses: readonly string[], key: string | null): Promise<Diagnosis> {
    if (!this.#bridge) throw new Error('a browser cannot diagnose a connection');
    return this.#bridge.diagnose({ addresses: [...addresses], key });
  }

  async #send(action: 'begin' | 'look' | 'end'): Promise<void> {
    const now = await this.#bridge?.find(action);
    // Avoids rendering an unchanged result again.
    if (now && JSON.stringify(now) !== JSON.stringify(this.#state)) this.#state = now;
  }
}

const POLL_INTERVAL_MS = 400;
const NOTHING: FindingState = { isSearching: false, hasNetwork: true, found: [] };

/** Discovery, shared by all pages. */
export const communityDiscovery = new CommunityDiscovery();
