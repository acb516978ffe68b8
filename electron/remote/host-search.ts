import type { FoundCommunity } from '../../shared/bridge';
import type { Finder } from '../discovery/finder';

/**
 * Looks in the networks around where communities are whose hosts do not answer any more: routers give out other addresses,
 * and machines are carried elsewhere. Whoever is found so still has to show the key.
 */
export class Seeker {
  readonly #finder: Pick<Finder, 'begin' | 'look' | 'end'>;
  readonly #tell: (found: readonly FoundCommunity[]) => void;
  #timer: NodeJS.Timeout | undefined;
  #begun = -Infinity;

  /** `tell` is told what was found, once a search is over. */
  constructor(
    finder: Pick<Finder, 'begin' | 'look' | 'end'>,
    tell: (found: readonly FoundCommunity[]) => void,
  ) {
    this.#finder = finder;
    this.#tell = tell;
  }

  /** Begins a search, unless there was one lately. */
  seek(): void {
    if (performance.now() - this.#begun < EVERY_MS) return;
    this.#begun = performance.now();
    this.#finder.begin();
    this.#look();
  }

  /** Searches no more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#begun = Infinity;
    this.#finder.end();
  }

  #look(): void {
    const { isSearching, found } = this.#finder.look();
    if (isSearching) {
      this.#timer = setTimeout(() => this.#look(), LOOKED_EVERY_MS);
      return;
    }
    this.#finder.end();
    this.#tell(found);
  }
}

/** Milliseconds between two searches, and between two looks at what one has found. */
const EVERY_MS = 300_000;
const LOOKED_EVERY_MS = 1_000;
