import Database from 'better-sqlite3';
import { join } from 'node:path';

/**
 * Takes a data folder for this process until it ends, however it ends: an exclusive transaction on a small database
 * of its own, since the system drops such a lock with the process. Gives the function that lets go.
 * Throws where another process has the folder.
 */
export function holdFolder(folder: string): () => void {
  const lock = new Database(join(folder, 'lock.db'), { timeout: 0 });
  try {
    lock.pragma('journal_mode = DELETE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new Error(`Another Courtyard is already running on ${folder}.`, { cause: error });
    }
    throw error;
  }
  return () => lock.close();
}
