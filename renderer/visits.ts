/** The state saved for one visit to a history entry, for a return to it. */
export interface Visit {
  /** The scroll positions of containers by name, in CSS pixels. */
  readonly scrolled: Map<string, number>;
  /** The state of views by name. */
  readonly kept: Map<string, Kept>;
}

interface Kept {
  value: unknown;
  end: () => void;
}

/** The visits of this window, by the numbers of their history entries. */
export class Visits {
  readonly #visits = new Map<number, Visit>();

  /** Returns the visit of an entry; creates one on the first call. */
  at(step: number): Visit {
    const known = this.#visits.get(step);
    if (known) return known;
    const visit = { scrolled: new Map<string, number>(), kept: new Map<string, Kept>() };
    this.#visits.set(step, visit);
    for (const old of this.#visits.keys()) if (old <= step - MOST) this.#forget(old);
    return visit;
  }

  /** Discards the visits from an entry on, because a new entry replaces them. */
  begin(step: number): void {
    for (const later of this.#visits.keys()) if (later >= step) this.#forget(later);
  }

  /** Discards all visits, because another person may sign in. */
  clear(): void {
    for (const step of this.#visits.keys()) this.#forget(step);
  }

  #forget(step: number): void {
    for (const { end } of this.#visits.get(step)?.kept.values() ?? []) end();
    this.#visits.delete(step);
  }
}

/** How many steps back visits are saved. */
const MOST = 20;
