import { LIMITS } from '../../../shared/limits';
import type { ViewedKind } from '../../database/schema';
import type { View } from './view-counts-queries';

const DAY = 24 * 3600;
/** Views waiting to be written; beyond that, new ones are dropped until the next write, a minute later at most. */
const MAX_PENDING = 100_000;
/**
 * Views remembered, some 4 MB for a thousand people; beyond that, all are forgotten, and the database has to tell which
 * were repeated.
 */
const MAX_REMEMBERED = 100_000;

/**
 * Collects views in memory, because reads must not write to the database. Maintenance writes them within a minute, and
 * when the service closes.
 */
export class ViewCounter {
  readonly #now: () => number;
  #pending: View[] = [];
  /** How many views of each person were recorded today. */
  readonly #recordedToday = new Map<number, number>();
  /** The items that people viewed today, written or not: who looks at a feed mostly sees the same posts again. */
  readonly #viewed = { post: new Map<number, Set<number>>(), video: new Map<number, Set<number>>() };
  #remembered = 0;
  #day = 0;

  /** `now` returns Unix seconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Records that a person viewed items of others. Repeated views on the same day count once. */
  record(kind: ViewedKind, items: Iterable<number>, person: number): void {
    const day = dayOf(this.#now());
    if (day !== this.#day) this.#recordedToday.clear();
    if (day !== this.#day || this.#remembered >= MAX_REMEMBERED) this.#forget();
    this.#day = day;
    const viewed = this.#viewedBy(kind, person);
    let recorded = this.#recordedToday.get(person) ?? 0;
    for (const item of items) {
      if (viewed.has(item)) continue;
      if (this.#pending.length >= MAX_PENDING || recorded >= LIMITS.viewsPerDay) break;
      viewed.add(item);
      this.#remembered++;
      recorded++;
      this.#pending.push({ day, kind, item, person });
    }
    this.#recordedToday.set(person, recorded);
  }

  /** Removes and returns all pending views. */
  take(): View[] {
    const taken = this.#pending;
    this.#pending = [];
    return taken;
  }

  #viewedBy(kind: ViewedKind, person: number): Set<number> {
    const known = this.#viewed[kind].get(person);
    if (known) return known;
    const viewed = new Set<number>();
    this.#viewed[kind].set(person, viewed);
    return viewed;
  }

  #forget(): void {
    for (const people of Object.values(this.#viewed)) people.clear();
    this.#remembered = 0;
  }
}

/** The day of a time, in days since 1970 (UTC). */
export function dayOf(seconds: number): number {
  return Math.floor(seconds / DAY);
}
