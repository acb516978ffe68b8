import type { Database } from 'better-sqlite3';
import { AppError } from '../../shared/errors';
import { isDiskFull, isStorageFailure } from '../database/sqlite-errors';
import { REFUSALS } from './refusals';

/** SQLite syncs its log before checkpoints only, which keeps the file sound. */
export const DEFERRED = 'NORMAL';

/**
 * Runs work in a transaction. The change is on the disk afterwards; with `DEFERRED`, together with the next one that
 * is. Throws `unavailable` if the disk takes nothing.
 */
export function writeSynced(
  raw: Database,
  work: () => void,
  synced: 'FULL' | typeof DEFERRED = 'FULL',
): void {
  try {
    raw.pragma(`synchronous = ${synced}`);
    raw.transaction(work).immediate();
  } catch (cause) {
    if (!isStorageFailure(cause)) throw cause;
    throw new AppError('unavailable', isDiskFull(cause) ? REFUSALS.diskFull : REFUSALS.notStored, { cause });
  }
}
