import { LIMITS } from '../../../shared/limits';
import type { ViewedKind } from '../../database/schema';
import type { View } from './view-counts-queries';

const DAY = 24 * 3600;
/** Views waiting to be written; beyond that, new ones are dropped until the next write, a minute later at most. */
const MAX_PENDING = 100_000;

/**
 * Collects views in memory, because reads must not write to the database. Maintenance writes them within a minute, and
 * when the service closes.
 */
export class ViewCounter {
  readonly #now: () => number;
  readonly #pending = new Map<string, View>();
  /** How many views of each person were recorded today. */
  readonly #recordedToday = new Map<number, number>();
  #day = 0;

  /** `now` returns Unix seconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Records that a person viewed items of others. Repeated views on the same day count once. */
  record(kind: ViewedKind, items: Iterable<number>, person: number): void {
    const day = dayOf(this.#now());
    if (day !== this.#day) this.#recordedToday.clear();
    this.#day = day;
    let recorded = this.#recordedToday.get(person) ?? 0;
    for (const item of items) {
      if (this.#pending.size >= MAX_PENDING || recorded >= LIMITS.viewsPerDay) break;
      const key = `${day} ${kind} ${item} ${person}`;
      if (!this.#pending.has(key)) recorded++;
      this.#pending.set(key, { day, kind, item, person });
    }
    this.#recordedToday.set(person, recorded);
  }

  /** Removes and returns all pending views. */
  take(): View[] {
    const taken = [...this.#pending.values()];
    this.#pending.clear();
    return taken;
  }
}

/** The day of a time, in days since 1970 (UTC). */
export function dayOf(seconds: number): number {
  return Math.floor(seconds / DAY);
}
