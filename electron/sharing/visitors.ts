/** A machine that was heard from the network. */
export interface Visitor {
  address: string;
  /** When it was heard last, in Unix seconds. */
  at: number;
  /** It came to the door; else it has only searched. */
  hasArrived: boolean;
}

/** Machines that are remembered. */
const KEPT = 20;

/** Who was heard from the network lately, so that both ends of a broken way can be compared. Kept in memory only. */
export class Visitors {
  readonly #now: () => number;
  readonly #all = new Map<string, Visitor>();

  /** `now` gives Unix seconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The latest first. */
  get all(): Visitor[] {
    return [...this.#all.values()].toReversed();
  }

  /** A machine came to the door, or has only searched. */
  note(address: string, hasArrived: boolean): void {
    const known = this.#all.get(address);
    this.#all.delete(address);
    this.#all.set(address, {
      address,
      at: this.#now(),
      hasArrived: hasArrived || known?.hasArrived === true,
    });
    const [oldest] = this.#all.keys();
    if (this.#all.size > KEPT && oldest !== undefined) this.#all.delete(oldest);
  }
}
