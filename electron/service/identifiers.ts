import { randomInt } from 'node:crypto';
import type { Database } from 'better-sqlite3';

/** 2024-01-01T00:00:00Z, from which an identifier's seconds are counted. */
const EPOCH = Date.UTC(2024, 0, 1) / 1000;
const NUMBERS = 1024;
const SEQUENCES = 2048;
const SECOND = NUMBERS * SEQUENCES;
/** A clock that says more (the year 2151) is wrong and not followed: the rest of the 32 bits is for borrowing. */
const LATEST = 2 ** 32 - 2 ** 28;

/** Makes identifiers for one hosting place. */
export interface Identifiers {
  /**
   * A new identifier: 32 bits of seconds since 2024, 10 bits of the place's number, 11 bits of sequence. Larger than
   * every one before it, whatever the clock does; when a second's 2,048 are used up it borrows from the next.
   */
  next: () => number;
  /** Writes the last one given into the database; belongs into the transaction that stores what bears it. */
  save: () => void;
  /** The leased number. */
  number: number;
}

/**
 * Leases a number for a place (one copy of the data on one machine) and goes on after the last identifier given
 * anywhere in this database. A copy of the data elsewhere is another place: it draws another number.
 * When all 1,024 numbers are leased, the one that gave nothing for the longest time passes to the new place.
 */
export function openIdentifiers(
  raw: Database,
  place: string,
  now: () => number,
  draw: (below: number) => number = randomInt,
): Identifiers {
  const number = raw.transaction(() => lease(raw, place, now, draw))();
  const { last } = raw.prepare('SELECT max(last_id) AS last FROM installation').get() as { last: number };
  const save = raw.prepare('UPDATE installation SET last_id = ? WHERE number = ?');
  let second = Math.floor(last / SECOND);
  // A second that an earlier run or another number may have used is never entered again.
  let sequence = SEQUENCES;
  let saved = last;
  const current = () => second * SECOND + number * SEQUENCES + sequence;
  return {
    number,
    next: () => {
      const clock = now() - EPOCH;
      if (clock > second && clock <= LATEST) {
        second = clock;
        sequence = 0;
      } else if (++sequence >= SEQUENCES) {
        second++;
        sequence = 0;
      }
      return current();
    },
    save: () => {
      if (sequence >= SEQUENCES || saved === current()) return;
      saved = current();
      save.run(saved, number);
    },
  };
}

/** The least identifier that could be made in a second of Unix time. */
export function firstIdentifierOf(second: number): number {
  return Math.min(Math.max(0, second - EPOCH), LATEST) * SECOND;
}

function lease(raw: Database, place: string, now: () => number, draw: (below: number) => number): number {
  const known = raw.prepare('SELECT number FROM installation WHERE place = ?').pluck().get(place);
  if (known !== undefined) return known as number;
  const taken = new Set(raw.prepare('SELECT number FROM installation').pluck().all() as number[]);
  if (taken.size >= NUMBERS) return takeOver(raw, place, now);
  let number = draw(NUMBERS);
  while (taken.has(number)) number = (number + 1) % NUMBERS;
  raw
    .prepare('INSERT INTO installation (number, place, last_id, leased_at) VALUES (?, ?, 0, ?)')
    .run(number, place, now());
  return number;
}

/** A machine that is called otherwise, or whose disk is, counts as another place: in years that can be often. */
function takeOver(raw: Database, place: string, now: () => number): number {
  const number = raw
    .prepare('SELECT number FROM installation ORDER BY last_id, leased_at, number LIMIT 1')
    .pluck()
    .get();
  raw.prepare('UPDATE installation SET place = ?, leased_at = ? WHERE number = ?').run(place, now(), number);
  return number as number;
}
