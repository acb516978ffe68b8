import type { FoundCommunity } from '../../shared/bridge';

/** Largest number of communities in the list of a search. */
const MAX_CANDIDATES = 64;
/** Addresses probed per community, and attempts per address. */
const MAX_ADDRESSES = 16;
const MAX_TRIES = 3;

/** The communities that a search has met, each by the fingerprint of its key. */
export class CandidateList {
  readonly #byKey = new Map<string, Candidate>();

  /**
   * Returns the candidate with this key, added if it is new. A full list drops its oldest unreachable candidate; null if
   * it has none.
   */
  get(key: string, name: string): Candidate | null {
    const known = this.#byKey.get(key);
    if (known) return known;
    if (this.#byKey.size >= MAX_CANDIDATES) {
      const oldest = [...this.#byKey.values()].find((one) => !one.isReached && !one.isPending);
      if (!oldest) return null;
      this.#byKey.delete(oldest.key);
    }
    const candidate = new Candidate(key, name);
    this.#byKey.set(key, candidate);
    return candidate;
  }

  /** Whether some community answered. */
  get hasReached(): boolean {
    return [...this.#byKey.values()].some(({ isReached }) => isReached);
  }

  /** What a person sees of the list, communities that answered first. */
  get found(): FoundCommunity[] {
    return [...this.#byKey.values()]
      .map((candidate) => candidate.found)
      .filter(({ addresses }) => addresses.length > 0)
      .toSorted((a, b) => Number(b.isReached) - Number(a.isReached));
  }
}

/** A community that was announced or discovered, with its probed addresses. */
export class Candidate {
  readonly key: string;
  name: string;
  readonly #addresses = new Map<string, ProbedAddress>();

  constructor(key: string, name: string) {
    this.key = key;
    this.name = name;
  }

  get isReached(): boolean {
    return [...this.#addresses.values()].some(({ state }) => state === 'reached');
  }

  /** Whether some address still waits for the answer to its first probe. */
  get isPending(): boolean {
    return [...this.#addresses.values()].some(({ state }) => state === 'open');
  }

  /** Until one address has been probed, it is unknown whether the community can be reached: no address is shown. */
  get found(): FoundCommunity {
    const reached = [...this.#addresses].flatMap(([at, { state }]) => (state === 'reached' ? [at] : []));
    const unreached = this.isPending ? [] : [...this.#addresses.keys()];
    const isReached = reached.length > 0;
    return { name: this.name, key: this.key, addresses: isReached ? reached : unreached, isReached };
  }

  /**
   * Returns whether an announced address is to be probed: it is new, or its last probe failed. A sleeping machine may
   * miss the first one. The caller then has to `settle` it.
   */
  claim(address: string): boolean {
    const known = this.#addresses.get(address);
    if (!known && this.#addresses.size === MAX_ADDRESSES) return false;
    if (known && (known.state !== 'failed' || known.isProbing || known.tries === MAX_TRIES)) return false;
    this.#addresses.set(address, {
      state: known?.state ?? 'open',
      tries: (known?.tries ?? 0) + 1,
      isProbing: true,
    });
    return true;
  }

  /** Records how the probe of an address ended; `wrong` if another host answered there. */
  settle(address: string, result: 'reached' | 'failed' | 'wrong'): void {
    if (result === 'wrong') this.#addresses.delete(address);
    else
      this.#addresses.set(address, {
        tries: 1,
        ...this.#addresses.get(address),
        state: result,
        isProbing: false,
      });
  }
}

/** An address of a candidate; `open` until the first probe has finished. */
interface ProbedAddress {
  state: 'open' | 'reached' | 'failed';
  tries: number;
  isProbing: boolean;
}
