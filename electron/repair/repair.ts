import Database from 'better-sqlite3';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formatFileTimestamp } from '../backup/file-timestamp';
import { copyDurably } from '../backup/copy-file';
import { flushPath } from '../content/disk-threads';
import { flushFileSync } from '../content/flushing';
import { checkDatabase, isRepairable, type Damage } from '../database/health/check';
import { isDamage, isStorageFailure } from '../database/sqlite-errors';
import { lockDataFolder } from '../database/lock';
import { DATABASE_FILE, requireKnownVersion } from '../database/open';
import { copyRows, finishCopy } from './copy-rows';
import { createKysely } from '../database/statements';
import { fillSearchIndexes } from './search-queries';

/** The outcome of a repair. */
export interface RepairResult {
  /** `repaired`: everything damaged was rebuilt. `impossible`: rows themselves are damaged; nothing was changed. */
  outcome: 'sound' | 'repaired' | 'impossible';
  /** The damaged parts. */
  damage: readonly Damage[];
  /** Folder with a copy of the original database; null if nothing was changed. */
  previousData: string | null;
}

/**
 * Rebuilds the indexes of a damaged database from its rows, in a new file that replaces the old one after a check. The
 * original is copied first. Throws while a host is running on the folder, and for a database of a newer program, whose
 * tables this one would leave out. `now` is in Unix seconds.
 */
export async function repairDatabase(data: string, now: number): Promise<RepairResult> {
  if (!existsSync(join(data, DATABASE_FILE))) throw new Error(`There is no database in ${data}.`);
  const lock = lockDataFolder(data);
  try {
    const aside = join(data, `before-repair-${formatFileTimestamp(now)}`);
    mkdirSync(aside, { mode: 0o700 });
    try {
      return await repairPreserved(data, aside);
    } catch (error) {
      rmSync(aside, { recursive: true });
      throw error;
    }
  } finally {
    lock.release();
  }
}

async function repairPreserved(data: string, aside: string): Promise<RepairResult> {
  preserveDatabase(data, aside);
  const damage = findDamage(join(data, DATABASE_FILE));
  const isRepaired = damage.length > 0 && isRepairable(damage) && (await replace(data));
  if (!isRepaired) rmSync(aside, { recursive: true });
  const outcome = damage.length === 0 ? 'sound' : isRepaired ? 'repaired' : 'impossible';
  return { outcome, damage, previousData: isRepaired ? aside : null };
}

/** Suffixes of the files that SQLite leaves next to a database that was not closed. */
const LOG_SUFFIXES = ['-wal', '-shm'];
const REPAIRING = 'repairing';

/** No connection is open, so the files are copied as they are. */
function preserveDatabase(data: string, aside: string): void {
  for (const suffix of ['', ...LOG_SUFFIXES]) {
    const path = join(data, DATABASE_FILE + suffix);
    if (existsSync(path)) copyDurably(path, join(aside, DATABASE_FILE + suffix));
  }
}

function findDamage(path: string): Damage[] {
  let raw: Database.Database | undefined;
  try {
    raw = new Database(path, { fileMustExist: true });
    requireKnownVersion(raw);
    return checkDatabase(raw);
  } catch (error) {
    if (isDamage(error)) return [{ kind: 'file', table: '' }];
    throw error;
  } finally {
    raw?.close();
  }
}

/** Replaces the damaged database with a rebuilt one; false, with nothing changed, if that is not possible. */
async function replace(data: string): Promise<boolean> {
  const next = join(data, REPAIRING);
  removeDatabase(next);
  try {
    await rebuild(join(data, DATABASE_FILE), next);
    if (findDamage(next).length > 0) return false;
    flushFileSync(next);
    for (const suffix of LOG_SUFFIXES) rmSync(join(data, DATABASE_FILE + suffix), { force: true });
    renameSync(next, join(data, DATABASE_FILE));
    await flushPath(data);
    return true;
  } catch (error) {
    // A full disk is the only failure that says nothing about the rows.
    if (!isDamage(error) && isStorageFailure(error)) throw error;
    return false;
  } finally {
    removeDatabase(next);
  }
}

async function rebuild(from: string, to: string): Promise<void> {
  const raw = copyRows(from, to);
  try {
    await fillSearchIndexes(createKysely(raw));
    finishCopy(raw);
  } finally {
    raw.close();
  }
}

function removeDatabase(path: string): void {
  for (const suffix of ['', '-journal', ...LOG_SUFFIXES]) rmSync(path + suffix, { force: true });
}
