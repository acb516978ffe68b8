/** A machine seen on the network. */
export interface Visitor {
  address: string;
  /** When it was last seen, in Unix seconds. */
  at: number;
  /** Whether it has connected; otherwise it has only searched. */
  hasArrived: boolean;
}

/** Maximum number of stored machines. */
const MAX_VISITORS = 20;

/**
 * Remembers which machines were recently seen on the network, for diagnosing connections from both ends. Kept in
 * memory only.
 */
export class Visitors {
  readonly #now: () => number;
  readonly #all = new Map<string, Visitor>();

  /** `now` returns Unix seconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The latest first. */
  get all(): Visitor[] {
    return [...this.#all.values()].toReversed();
  }

  /** Records a machine that connected or searched. */
  record(address: string, hasArrived: boolean): void {
    const known = this.#all.get(address);
    this.#all.delete(address);
    this.#all.set(address, {
      address,
      at: this.#now(),
      hasArrived: hasArrived || known?.hasArrived === true,
    });
    const [oldest] = this.#all.keys();
    if (this.#all.size > MAX_VISITORS && oldest !== undefined) this.#all.delete(oldest);
  }
}
