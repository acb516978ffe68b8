/** What one stay at a place of the history leaves for when one comes back to it. */
export interface Visit {
  /** How far its scrollers stood, by their names, in CSS pixels. */
  readonly scrolled: Map<string, number>;
  /** What its view has read, by names of its own. */
  readonly kept: Map<string, Kept>;
}

interface Kept {
  value: unknown;
  end: () => void;
}

/** The visits of this window, by their steps in the history. */
export class Visits {
  readonly #visits = new Map<number, Visit>();

  /** That of a step; a new one where nobody has been there. */
  at(step: number): Visit {
    const known = this.#visits.get(step);
    if (known) return known;
    const visit = { scrolled: new Map<string, number>(), kept: new Map<string, Kept>() };
    this.#visits.set(step, visit);
    for (const old of this.#visits.keys()) if (old <= step - MOST) this.#forget(old);
    return visit;
  }

  /** A step is gone to anew: what was there, and all that came after it, no longer is. */
  begin(step: number): void {
    for (const later of this.#visits.keys()) if (later >= step) this.#forget(later);
  }

  /** Forgets all that was kept: it was for somebody else. */
  clear(): void {
    for (const step of this.#visits.keys()) this.#forget(step);
  }

  #forget(step: number): void {
    for (const { end } of this.#visits.get(step)?.kept.values() ?? []) end();
    this.#visits.delete(step);
  }
}

/** How many steps back something is kept. */
const MOST = 20;
