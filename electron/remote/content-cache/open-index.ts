import Database from 'better-sqlite3';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '../../database/open';
import { CacheIndex, INDEX_TABLES, INDEX_VERSION } from './queries';

/**
 * Opens the index in a folder. One that is damaged or of another version is discarded with all files: they are fetched
 * again. If none can be stored, it lives in memory.
 */
export function openIndex(folder: string): CacheIndex {
  for (const isSecondAttempt of [false, true]) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return new CacheIndex(openDatabase(join(folder, 'index.db')));
    } catch {
      if (!isSecondAttempt) discard(folder);
    }
  }
  const raw = new Database(':memory:');
  raw.pragma('foreign_keys = ON');
  raw.exec(INDEX_TABLES);
  return new CacheIndex(raw);
}

function openDatabase(path: string): Database.Database {
  const raw = connect(path);
  try {
    // It is a cache: what a power loss takes is fetched again.
    raw.pragma('synchronous = NORMAL');
    raw.pragma('wal_autocheckpoint = 1000');
    const version = raw.pragma('user_version', { simple: true });
    if (version === 0)
      raw.transaction(() => {
        raw.exec(INDEX_TABLES);
        raw.pragma(`user_version = ${INDEX_VERSION}`);
      })();
    else if (version !== INDEX_VERSION) throw new Error('an index of another version');
    if (raw.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new Error('a damaged index');
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

function discard(folder: string): void {
  for (const name of ['index.db', 'index.db-wal', 'index.db-shm', 'files', 'incoming'])
    rmSync(join(folder, name), { recursive: true, force: true });
}
