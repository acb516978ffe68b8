import type { Db } from '../db';
import type { Watch, WatchedColumns } from './watches';

/** Counts the changes of watched columns of a database. */
export interface ChangeCounts {
  watch: (columns: WatchedColumns) => Watch;
  /** Counts the changes of the last transaction, if it has ended. Call it before the next one begins. */
  settle: () => void;
}

/** How the changes are counted that a Kysely instance can see. */
interface Tracked {
  counts: ChangeCounts;
  seesUncommitted: boolean;
  /** Whether the counts are those of what is read now. */
  isCurrent: () => boolean;
}

/**
 * Returns what counts the changes of the database behind a Kysely instance, or undefined if nothing does at present.
 */
export function changesOf(db: Db): Tracked | undefined {
  const tracked = trackedOf.get(db);
  return tracked?.isCurrent() ? tracked : undefined;
}

/** Makes the answers that are read through a Kysely instance cacheable while the counts are current. */
export function registerChanges(
  db: Db,
  counts: ChangeCounts,
  seesUncommitted: boolean,
  isCurrent: () => boolean = () => true,
): void {
  trackedOf.set(db, { counts, seesUncommitted, isCurrent });
}

const trackedOf = new WeakMap<Db, Tracked>();
