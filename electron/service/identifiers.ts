import { randomInt } from 'node:crypto';
import type { Database } from 'better-sqlite3';

/** 2024-01-01T00:00:00Z, from which the seconds of an ID are counted. */
export const EPOCH = Date.UTC(2024, 0, 1) / 1000;
const INSTALLATIONS = 1024;
const SEQUENCES = 2048;
const IDS_PER_SECOND = INSTALLATIONS * SEQUENCES;
/** Clocks beyond this (the year 2151) are wrong and ignored; the rest of the 32 bits is for borrowing. */
export const MAX_SECOND = 2 ** 32 - 2 ** 28;

/** Generates the IDs of one installation. */
export interface Identifiers {
  /**
   * Returns a new ID: 32 bits of seconds since 2024, 10 bits of the installation's number, 11 bits of sequence. Larger
   * than all before it, whatever the clock does; after 2,048 in one second it borrows from the next.
   */
  next: () => number;
  /** Stores the last ID; call it inside the transaction that stores rows with new IDs. */
  save: () => void;
  /** The installation's leased number. */
  number: number;
}

/**
 * Leases a number for an installation (one copy of the data on one machine) and continues after the last ID in the
 * database. A copy elsewhere is another installation and gets another number. When all 1,024 are leased, the one that
 * has been idle the longest is reassigned.
 */
export function openIdentifiers(
  raw: Database,
  installation: string,
  now: () => number,
  random: (below: number) => number = randomInt,
): Identifiers {
  const number = raw.transaction(() => lease(raw, installation, now, random))();
  const { last } = raw.prepare('SELECT max(last_id) AS last FROM installation').get() as { last: number };
  const save = raw.prepare('UPDATE installation SET last_id = ? WHERE number = ?');
  const sequence = new IdentifierSequence(number, now);
  sequence.startAfter(last);
  let saved = last;
  return {
    number,
    next: () => sequence.next(),
    save: () => {
      if (saved === sequence.last) return;
      saved = sequence.last;
      save.run(saved, number);
    },
  };
}

/** Generates identifiers with one number. */
export class IdentifierSequence {
  readonly #number: number;
  readonly #now: () => number;
  #second = 0;
  #sequence = SEQUENCES;
  #last = 0;

  /** `now` returns Unix seconds. */
  constructor(number: number, now: () => number) {
    this.#number = number;
    this.#now = now;
  }

  /** The last identifier that was generated, or after which it starts. */
  get last(): number {
    return this.#last;
  }

  /** Starts in the second after an identifier: an earlier run or another number may have used more of its own. */
  startAfter(last: number): void {
    [this.#last, this.#second, this.#sequence] = [last, Math.floor(last / IDS_PER_SECOND), SEQUENCES];
  }

  /** Continues right after an identifier of the same number; of another one, in the next second. */
  continueAfter(last: number): void {
    if (last === this.#last) return;
    this.startAfter(last);
    if (Math.floor(last / SEQUENCES) % INSTALLATIONS === this.#number) this.#sequence = last % SEQUENCES;
  }

  next(): number {
    const clock = this.#now() - EPOCH;
    if (clock > this.#second && clock <= MAX_SECOND) {
      this.#second = clock;
      this.#sequence = 0;
    } else if (++this.#sequence >= SEQUENCES) {
      this.#second++;
      this.#sequence = 0;
    }
    return (this.#last = this.#second * IDS_PER_SECOND + this.#number * SEQUENCES + this.#sequence);
  }
}

/** The smallest ID that can be generated in a second of Unix time. */
export function firstIdentifierOf(second: number): number {
  return Math.min(Math.max(0, second - EPOCH), MAX_SECOND) * IDS_PER_SECOND;
}

function lease(
  raw: Database,
  installation: string,
  now: () => number,
  random: (below: number) => number,
): number {
  const known = raw.prepare('SELECT number FROM installation WHERE place = ?').pluck().get(installation);
  if (known !== undefined) return known as number;
  const taken = new Set(raw.prepare('SELECT number FROM installation').pluck().all() as number[]);
  if (taken.size >= INSTALLATIONS) return reassignOldest(raw, installation, now);
  let number = random(INSTALLATIONS);
  while (taken.has(number)) number = (number + 1) % INSTALLATIONS;
  raw
    .prepare('INSERT INTO installation (number, place, last_id, leased_at) VALUES (?, ?, 0, ?)')
    .run(number, installation, now());
  return number;
}

/** A renamed machine or changed disk counts as a new installation, so over years there can be many. */
function reassignOldest(raw: Database, installation: string, now: () => number): number {
  const number = raw
    .prepare('SELECT number FROM installation ORDER BY last_id, leased_at, number LIMIT 1')
    .pluck()
    .get();
  raw
    .prepare('UPDATE installation SET place = ?, leased_at = ? WHERE number = ?')
    .run(installation, now(), number);
  return number as number;
}
