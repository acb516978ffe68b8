import Database from 'better-sqlite3';
import { join } from 'node:path';
import { closeToOthers } from './data-folder';
import { isDamage, isDiskFull } from './failures';

/** A data folder that this process has. */
export interface HeldFolder {
  /** What the folder, and not its database, remembers of how it was last opened; '' where it remembers nothing. */
  mark: FolderMark;
  /** Lets it remember something else. */
  remember: (mark: FolderMark) => void;
  /** What it remembers of the health of the database; '' where it remembers nothing. */
  health: string;
  saveHealth: (text: string) => void;
  /** Lets go. */
  release: () => void;
}

export interface FolderMark {
  /** Tells what the folder held before its database was replaced from what it holds since. */
  epoch: string;
  /** The name of the last run, which the database knows too. */
  run: string;
}

/**
 * Takes a data folder for this process until it ends, however it ends: an exclusive lock on a small database of its
 * own, since the system drops such a lock with the process. Throws where another process has the folder.
 */
export function holdFolder(folder: string): HeldFolder {
  const path = join(folder, 'lock.db');
  const lock = new Database(path, { timeout: 0 });
  closeToOthers(path);
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.pragma('journal_mode = DELETE');
    // The first write takes the lock, and no commit lets go of it.
    lock.exec(`
      BEGIN EXCLUSIVE;
      CREATE TABLE IF NOT EXISTS mark (epoch TEXT NOT NULL, run TEXT NOT NULL) STRICT;
      INSERT INTO mark SELECT '', '' WHERE NOT EXISTS (SELECT 1 FROM mark);
      COMMIT;
    `);
    const remember = lock.prepare('UPDATE mark SET epoch = ?, run = ?');
    const isReady = makeHealthTable(lock);
    return {
      mark: lock.prepare('SELECT epoch, run FROM mark').get() as FolderMark,
      remember: ({ epoch, run }) => void remember.run(epoch, run),
      health: isReady ? (lock.prepare('SELECT value FROM health').pluck().get() as string) : '',
      saveHealth: (text) => void (isReady && lock.prepare('UPDATE health SET value = ?').run(text)),
      release: () => lock.close(),
    };
  } catch (error) {
    lock.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new Error(`Another Courtyard is already running on ${folder}.`, { cause: error });
    }
    if (isDamage(error)) throw new Error(DAMAGED_LOCK(folder), { cause: error });
    throw error;
  }
}

const DAMAGED_LOCK = (folder: string) =>
  `The file ${join(folder, 'lock.db')} is damaged. It holds nothing of the community: delete it and start again.`;

/** A folder of an earlier version has no such table yet; on a full disk it stays so. */
function makeHealthTable(lock: Database.Database): boolean {
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
