import Database from 'better-sqlite3';
import { restrictToOwner } from './data-folder';

/** Milliseconds that a statement waits for another connection's lock. */
export const BUSY_TIMEOUT_MS = 5000;
/**
 * What is written in a second of sending as fast as one can, between two checkpoints: over bytes that are there
 * already, a commit takes two thirds of the time that it takes where the file still has to grow.
 */
const LOG_BYTES = 64 * 1024 * 1024;

/** Opens a connection with the settings that all connections share. */
export function connect(path: string, options: Database.Options = {}): Database.Database {
  const raw = new Database(path, options);
  try {
    // Before SQLite creates the log, which inherits the mode of the file.
    if (!options.readonly) restrictToOwner(path);
    configure(raw);
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** Gives a connection the settings that all connections share. */
export function configure(raw: Database.Database): void {
  raw.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  raw.pragma('foreign_keys = ON');
  raw.pragma('synchronous = FULL');
  raw.pragma('cache_size = -16384');
  raw.pragma('temp_store = MEMORY');
  // Truncating a memory-mapped file would kill the process instead of failing a statement.
  raw.pragma('mmap_size = 0');
  if (raw.readonly) return;
  raw.pragma('journal_mode = WAL');
  raw.pragma('wal_autocheckpoint = 0');
  // A log that grew while a standby was away doesn't stay as large.
  raw.pragma(`journal_size_limit = ${LOG_BYTES}`);
}
