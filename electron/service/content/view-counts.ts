import { LIMITS } from '../../../shared/limits';
import type { ViewedKind } from '../../database/schema';
import type { Viewing } from './view-counts-queries';

const DAY = 24 * 3600;
/** Beyond so many that wait, more are not noted: they are written once a minute. */
const MOST = 100_000;

/**
 * Who was given what since it was last written. Answering a call changes nothing in the database, so that views are
 * noted here and counted by the upkeep: within a minute, and when the service closes.
 */
export class Views {
  readonly #now: () => number;
  readonly #waiting = new Map<string, Viewing>();
  /** How many views of each person were noted on the day. */
  readonly #noted = new Map<number, number>();
  #day = 0;

  /** `now` gives Unix seconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes that a person was given things of others; the same on one day counts once. */
  note(kind: ViewedKind, items: Iterable<number>, person: number): void {
    const day = dayOf(this.#now());
    if (day !== this.#day) this.#noted.clear();
    this.#day = day;
    let noted = this.#noted.get(person) ?? 0;
    for (const item of items) {
      if (this.#waiting.size >= MOST || noted >= LIMITS.viewsPerDay) break;
      const key = `${day} ${kind} ${item} ${person}`;
      if (!this.#waiting.has(key)) noted++;
      this.#waiting.set(key, { day, kind, item, person });
    }
    this.#noted.set(person, noted);
  }

  /** What waits to be counted; it is the caller's from then on. */
  take(): Viewing[] {
    const taken = [...this.#waiting.values()];
    this.#waiting.clear();
    return taken;
  }
}

/** The day of a time, in days since 1970 (UTC). */
export function dayOf(seconds: number): number {
  return Math.floor(seconds / DAY);
}
