import type { FoundCommunity } from '../../shared/bridge';
import type { CommunityFinder } from '../discovery/finder';

/**
 * Searches the local networks for communities whose hosts no longer answer: routers assign new addresses and machines
 * are moved. A host found this way still has to prove its key.
 */
export class HostSearch {
  readonly #finder: Pick<CommunityFinder, 'start' | 'poll' | 'stop'>;
  readonly #onFound: (found: readonly FoundCommunity[]) => void;
  #timer: NodeJS.Timeout | undefined;
  #startedAt = -Infinity;

  /** `onFound` is called with the results when a search has finished. */
  constructor(
    finder: Pick<CommunityFinder, 'start' | 'poll' | 'stop'>,
    onFound: (found: readonly FoundCommunity[]) => void,
  ) {
    this.#finder = finder;
    this.#onFound = onFound;
  }

  /** Starts a search unless there was one recently. */
  start(): void {
    if (performance.now() - this.#startedAt < SEARCH_INTERVAL_MS) return;
    this.#startedAt = performance.now();
    this.#finder.start();
    this.#poll();
  }

  /** Stops searching. */
  close(): void {
    clearTimeout(this.#timer);
    this.#startedAt = Infinity;
    this.#finder.stop();
  }

  #poll(): void {
    const { isSearching, found } = this.#finder.poll();
    if (isSearching) {
      this.#timer = setTimeout(() => this.#poll(), POLL_INTERVAL_MS);
      return;
    }
    this.#finder.stop();
    this.#onFound(found);
  }
}

/** Milliseconds between two searches, and between two polls of a running one. */
const SEARCH_INTERVAL_MS = 300_000;
const POLL_INTERVAL_MS = 1_000;
