import type { FoundCommunity } from '../../shared/bridge';
import type { CommunityFinder } from '../discovery/community-finder';

/**
 * Searches the local networks for communities whose hosts no longer answer: routers assign new addresses and machines
 * are moved. A host found this way still has to prove its key.
 */
export class HostSearch {
  readonly #finder: Pick<CommunityFinder, 'start' | 'poll' | 'stop'>;
  readonly #onFound: (found: readonly FoundCommunity[]) => void;
  #timer: NodeJS.Timeout | undefined;
  #startedAt = -Infinity;
  #askedAt = -Infinity;
  /** Milliseconds until the next search. */
  #delay = 0;

  /** `onFound` is called with all results so far whenever there are more, and when a search has finished. */
  constructor(
    finder: Pick<CommunityFinder, 'start' | 'poll' | 'stop'>,
    onFound: (found: readonly FoundCommunity[]) => void,
  ) {
    this.#finder = finder;
    this.#onFound = onFound;
  }

  /**
   * Starts a search unless there was one recently; call it whenever a host doesn't answer. The first ones follow each
   * other soon, also if a host `isNewlyLost`: another computer takes over within seconds or minutes.
   */
  start(isNewlyLost = false): void {
    const now = performance.now();
    if (isNewlyLost || now - this.#askedAt > CALM_MS) this.#delay = Math.min(this.#delay, MIN_DELAY_MS);
    this.#askedAt = now;
    if (now - this.#startedAt < this.#delay) return;
    this.#startedAt = now;
    this.#delay = Math.min(Math.max(MIN_DELAY_MS, 2 * this.#delay), MAX_DELAY_MS);
    clearTimeout(this.#timer);
    this.#finder.start();
    this.#poll(0);
  }

  /** Stops searching. */
  close(): void {
    clearTimeout(this.#timer);
    this.#startedAt = this.#askedAt = Infinity;
    this.#delay = Infinity;
    this.#finder.stop();
  }

  #poll(known: number): void {
    const { isSearching, found } = this.#finder.poll();
    const addresses = found.reduce((sum, community) => sum + community.addresses.length, 0);
    if (isSearching) this.#timer = setTimeout(() => this.#poll(addresses), POLL_INTERVAL_MS);
    else this.#finder.stop();
    if (!isSearching || addresses > known) this.#onFound(found);
  }
}

/** Milliseconds between two searches: between the first two, and at most. */
const MIN_DELAY_MS = 5_000;
const MAX_DELAY_MS = 30_000;
/** After this many milliseconds without a host that doesn't answer, searches follow each other soon again. */
const CALM_MS = 60_000;
/** Milliseconds between two polls of a running search. */
const POLL_INTERVAL_MS = 500;
