import { EPOCH, MAX_SECOND } from '../service/identifiers';

/** The lowest provisional ID. A host creates smaller ones, unless its clock is wrong by a century. */
const FIRST_PROVISIONAL_ID = (MAX_SECOND + 1) * 2 ** 21;

/** Returns whether an ID was created on this computer for a record that waits to be sent, or waited. */
export function isProvisional(id: number): boolean {
  return id >= FIRST_PROVISIONAL_ID;
}

/** Keeps the IDs until the year 2151 below `Number.MAX_SAFE_INTEGER`. */
const IDS_PER_SECOND = 2 ** 17;

/**
 * Creates the IDs of records that wait to be sent. They are larger than all IDs of the host, so that new records sort
 * last, and are based on the clock, so that none is reused after a restart.
 */
export class ProvisionalIds {
  readonly #now: () => number;
  #last = FIRST_PROVISIONAL_ID;

  /** `now` returns Unix seconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns an ID larger than all before it. */
  next(): number {
    const clock = Math.min(Math.max(0, this.#now() - EPOCH), MAX_SECOND);
    return (this.#last = Math.max(this.#last + 1, FIRST_PROVISIONAL_ID + clock * IDS_PER_SECOND));
  }

  /** Marks IDs as used, such as those of an earlier run. */
  reserve(ids: readonly number[]): void {
    for (const id of ids) this.#last = Math.max(this.#last, id);
  }
}
