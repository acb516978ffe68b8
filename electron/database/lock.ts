import Database from 'better-sqlite3';
import { join } from 'node:path';
import { restrictToOwner } from './data-folder';
import { explainingForeignFiles } from './foreign-files';
import { isDamage, isDiskFull } from './sqlite-errors';

/** File in a data folder that is there once it was opened. */
export const LOCK_FILE = 'lock.db';

/** A data folder that is locked by this process. */
export interface DataFolderLock {
  /** How the folder was last opened, stored outside its database; empty strings if unknown. */
  state: FolderState;
  /** Replaces the stored state. */
  saveState: (state: FolderState) => void;
  /** The stored health record of the database; '' for none. */
  health: string;
  saveHealth: (text: string) => void;
  /** Releases the lock. */
  release: () => void;
}

export interface FolderState {
  /** Changes whenever the database of the folder is replaced. */
  epoch: string;
  /** Identifier of the last run, which the database stores too. */
  run: string;
}

/**
 * Locks a data folder for this process: an exclusive lock on a small database of its own, because the system releases
 * such a lock however the process ends. Throws if another process holds it.
 */
export function lockDataFolder(folder: string): DataFolderLock {
  const path = join(folder, LOCK_FILE);
  const lock = explainingForeignFiles(folder, () => new Database(path, { timeout: 0 }));
  restrictToOwner(path);
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.pragma('journal_mode = DELETE');
    // In this mode the first write acquires the lock and no commit releases it.
    lock.exec(`
      BEGIN EXCLUSIVE;
      CREATE TABLE IF NOT EXISTS mark (epoch TEXT NOT NULL, run TEXT NOT NULL) STRICT;
      INSERT INTO mark SELECT '', '' WHERE NOT EXISTS (SELECT 1 FROM mark);
      COMMIT;
    `);
    const remember = lock.prepare('UPDATE mark SET epoch = ?, run = ?');
    const isReady = createHealthTable(lock);
    return {
      state: lock.prepare('SELECT epoch, run FROM mark').get() as FolderState,
      saveState: ({ epoch, run }) => void remember.run(epoch, run),
      health: isReady ? (lock.prepare('SELECT value FROM health').pluck().get() as string) : '',
      saveHealth: (text) => void (isReady && lock.prepare('UPDATE health SET value = ?').run(text)),
      release: () => lock.close(),
    };
  } catch (error) {
    lock.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new Error(
        `Another Courtyard is already running on ${folder}. Stop it first, or choose another folder with --data.`,
        { cause: error },
      );
    }
    if (isDamage(error)) throw new Error(damagedLockMessage(folder), { cause: error });
    throw error;
  }
}

const damagedLockMessage = (folder: string) =>
  `The file ${join(folder, LOCK_FILE)} is damaged. It holds nothing of the community: delete it and start again.`;

/** Folders of earlier versions don't have this table; on a full disk it cannot be created. */
function createHealthTable(lock: Database.Database): boolean {
  try {
    lock.exec(`
      CREATE TABLE IF NOT EXISTS health (value TEXT NOT NULL) STRICT;
      INSERT INTO health SELECT '' WHERE NOT EXISTS (SELECT 1 FROM health);
    `);
    return true;
  } catch (error) {
    if (isDiskFull(error)) return false;
    throw error;
  }
}
