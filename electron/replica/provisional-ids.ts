import { EPOCH, MAX_SECOND } from '../service/identifiers';

/** Above every ID that a host makes, unless its clock is wrong by a century. */
const FIRST = (MAX_SECOND + 1) * 2 ** 21;
/** Whether an ID stands for something that waits to be sent, or waited. */
export function isProvisional(id: number): boolean {
  return id >= FIRST;
}

/** Provisional IDs a second; those of all seconds until the year 2151 are below `Number.MAX_SAFE_INTEGER`. */
const IDS_PER_SECOND = 2 ** 17;

/**
 * Makes the IDs of what waits to be sent. They are larger than all that a replica holds, so that new things stand last,
 * and follow the clock, so that none is used again for something else after a restart.
 */
export class ProvisionalIds {
  readonly #now: () => number;
  #last = FIRST;

  /** `now` returns Unix seconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns an ID larger than all before it. */
  next(): number {
    const clock = Math.min(Math.max(0, this.#now() - EPOCH), MAX_SECOND);
    return (this.#last = Math.max(this.#last + 1, FIRST + clock * IDS_PER_SECOND));
  }

  /** Records IDs that were made before. */
  reserve(ids: readonly number[]): void {
    for (const id of ids) this.#last = Math.max(this.#last, id);
  }
}
