import Database from 'better-sqlite3';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formatFileTimestamp } from '../backup/backup-manager';
import { copyDurably, syncFile } from '../backup/copy-file';
import { syncFolder } from '../content/store';
import { checkDatabase, isRepairable, type Damage } from '../database/check';
import { isDamage, isStorageFailure } from '../database/sqlite-errors';
import { lockDataFolder } from '../database/lock';
import { DATABASE_FILE } from '../database/open';
import { copyRows, finishCopy } from './rebuild';
import { createKysely } from '../database/statements';
import { fillSearchIndexes } from './search-queries';

/** What a repair did. */
export interface Repair {
  /** `repaired`: all that was damaged was made anew. `impossible`: rows themselves are damaged; nothing was changed. */
  outcome: 'sound' | 'repaired' | 'impossible';
  /** What was damaged. */
  damage: readonly Damage[];
  /** The folder of the copy of the database as it was; null where nothing was changed. */
  aside: string | null;
}

/**
 * Makes the indexes of a damaged database anew from its rows, in a new file that takes its place once it was checked. What
 * was there is copied aside first. Throws while a host runs on the folder. `now` is in Unix seconds.
 */
export async function repairDatabase(data: string, now: number): Promise<Repair> {
  if (!existsSync(join(data, DATABASE_FILE))) throw new Error(`There is no database in ${data}.`);
  const held = lockDataFolder(data);
  try {
    const aside = copyAside(data, join(data, `before-repair-${formatFileTimestamp(now)}`));
    const damage = findDamage(join(data, DATABASE_FILE));
    const isRepaired = damage.length > 0 && isRepairable(damage) && (await replace(data));
    if (!isRepaired) rmSync(aside, { recursive: true });
    const outcome = damage.length === 0 ? 'sound' : isRepaired ? 'repaired' : 'impossible';
    return { outcome, damage, aside: isRepaired ? aside : null };
  } finally {
    held.release();
  }
}

/** What SQLite keeps beside a database that was not closed. */
const LEFTOVERS = ['-wal', '-shm'];
const REPAIRING = 'repairing';

/** Nothing has the database open: its files are copied as they lie. */
function copyAside(data: string, aside: string): string {
  mkdirSync(aside, { mode: 0o700 });
  for (const ending of ['', ...LEFTOVERS]) {
    const path = join(data, DATABASE_FILE + ending);
    if (existsSync(path)) copyDurably(path, join(aside, DATABASE_FILE + ending));
  }
  return aside;
}

function findDamage(path: string): Damage[] {
  let raw: Database.Database | undefined;
  try {
    raw = new Database(path, { fileMustExist: true });
    return checkDatabase(raw);
  } catch (error) {
    if (isDamage(error)) return [{ kind: 'file', table: '' }];
    throw error;
  } finally {
    raw?.close();
  }
}

/** Puts a rebuilt database in place of the damaged one; false where that is not possible, and nothing is changed then. */
async function replace(data: string): Promise<boolean> {
  const next = join(data, REPAIRING);
  removeWhole(next);
  try {
    await rebuild(join(data, DATABASE_FILE), next);
    if (findDamage(next).length > 0) return false;
    syncFile(next);
    for (const ending of LEFTOVERS) rmSync(join(data, DATABASE_FILE + ending), { force: true });
    renameSync(next, join(data, DATABASE_FILE));
    await syncFolder(data);
    return true;
  } catch (error) {
    // No room is the only failure that says nothing of the rows.
    if (!isDamage(error) && isStorageFailure(error)) throw error;
    return false;
  } finally {
    removeWhole(next);
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

function removeWhole(path: string): void {
  for (const ending of ['', '-journal', ...LEFTOVERS]) rmSync(path + ending, { force: true });
}
