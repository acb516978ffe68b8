import Database from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { join } from 'node:path';
import { Checkpointer } from './checkpointer';
import { closeToOthers, prepareDataFolder, type ModeRepair } from './data-folder';
import { isDiskFull, isStorageFailure } from './failures';
import { DatabaseHealth } from './health';
import { holdFolder, type HeldFolder } from './lock';
import { migrations } from './migrations';
import { DATABASE_FILE, findLoss, requireUnused } from './missing';
import type { Schema } from './schema';
import { Snapshot } from './snapshot';
import { kyselyOver } from './statements';
import { Writer } from './writer';

export { DATABASE_FILE };

/** Queries are given one of these; it is a whole database or the inside of a transaction, they cannot tell. */
export type Db = Kysely<Schema>;

/** An open database: one connection that writes behind a queue, one that reads what was committed. */
export interface Store {
  /** Where the data lie; '' in memory. */
  folder: string;
  /** The folder itself; null in memory. */
  held: Pick<HeldFolder, 'mark' | 'remember'> | null;
  /** Whether it is intact and may be written to. */
  health: DatabaseHealth;
  writer: Writer;
  /** For reading beside slow work that must not hold the queue; in memory it may see what is not committed yet. */
  reader: Db;
  /** Runs work that only reads. It sees no uncommitted change. */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  /** Moves the write-ahead log into the file once it has grown past `bytes`; says whether it did. */
  checkpoint: (bytes: number) => Promise<boolean>;
  close: () => Promise<void>;
}

/**
 * Opens the database of a data folder, or one in memory (':memory:'), and brings its schema up to date.
 * Throws where another process has the folder, where the database is newer than this program, and DatabaseMissingError
 * where there is none though an earlier community left something here.
 */
export function openStore(folder: string): Store {
  if (folder === ':memory:') return inMemory();
  const repair = prepareDataFolder(folder);
  const held = holdFolder(folder);
  try {
    return inFolder(folder, held, repair);
  } catch (error) {
    held.release();
    throw error;
  }
}

/** Opens one connection with the settings that all of Courtyard's connections share. */
export function connect(path: string, options: Database.Options = {}): Database.Database {
  const raw = new Database(path, options);
  try {
    // Before there is a log beside it, which gets the mode of the file.
    if (!options.readonly) closeToOthers(path);
    raw.pragma('busy_timeout = 5000');
    raw.pragma('foreign_keys = ON');
    raw.pragma('synchronous = FULL');
    raw.pragma('cache_size = -16384');
    raw.pragma('temp_store = MEMORY');
    // A file that is cut off under a mapping ends the process instead of a statement.
    raw.pragma('mmap_size = 0');
    if (!options.readonly) {
      raw.pragma('journal_mode = WAL');
      raw.pragma('wal_autocheckpoint = 0');
    }
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** Opens the only connection to a database whose disk is full: it needs no file for what connections share. */
function connectAlone(path: string): Database.Database {
  const raw = new Database(path);
  try {
    raw.pragma('locking_mode = EXCLUSIVE');
    raw.pragma('temp_store = MEMORY');
    migrate(raw);
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** Runs the steps that a database has not seen, each in a transaction of its own; up to the one numbered `last`. */
export function migrate(raw: Database.Database, last = migrations.length): void {
  const done = raw.pragma('user_version', { simple: true }) as number;
  if (done > migrations.length) {
    throw new Error('This data was written by a newer Courtyard. Update the program to open it.');
  }
  migrations.slice(done, last).forEach((migration, index) => {
    raw.transaction(() => {
      raw.exec(migration.sql);
      raw.pragma(`user_version = ${done + index + 1}`);
    })();
  });
}

function inFolder(folder: string, held: HeldFolder, repair: ModeRepair): Store {
  const path = join(folder, DATABASE_FILE);
  // Before SQLite comes near: it would make the file, and delete the log of an empty one.
  const loss = findLoss(folder);
  if (loss !== null) requireUnused(folder, loss, held.mark.run !== '');
  const health = new DatabaseHealth(path, held);
  const { raw, readerRaw } = openConnections(path, health);
  const snapshot = new Snapshot(readerRaw, health);
  const onError = (error: unknown) => health.note(error);
  const reader = kyselyOver(readerRaw, { before: () => snapshot.hold(), onError });
  const writer = new Writer(raw, kyselyOver(raw, { onError }), health, () => snapshot.release());
  const checkpointer = new Checkpointer(raw, path);
  return {
    folder,
    held,
    health,
    writer,
    reader,
    read: (work) => work(reader).catch((error: unknown) => Promise.reject(health.translate(error))),
    checkpoint: async (bytes) => {
      if (!health.isWritable) return false;
      return checkpointer.run(bytes).catch((error: unknown) => Promise.reject(health.translate(error)));
    },
    close: async () => {
      await repair.stop();
      await writer.close();
      await checkpointer.close();
      await health.stop();
      snapshot.release();
      if (readerRaw !== raw) readerRaw.close();
      const isStored = storeAll(raw, health);
      raw.close();
      health.noteClosed(isStored);
      held.release();
    },
  };
}

/** The connection that writes and the one that reads; the same one where the disk has no room for what two of them share. */
function openConnections(path: string, health: DatabaseHealth) {
  try {
    const raw = openMigrated(path);
    try {
      return { raw, readerRaw: connect(path, { readonly: true }) };
    } catch (error) {
      raw.close();
      throw error;
    }
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    health.noteFullDisk();
    const raw = connectAlone(path);
    return { raw, readerRaw: raw };
  }
}

function openMigrated(path: string): Database.Database {
  const raw = connect(path);
  try {
    migrate(raw);
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** Moves the log into the file; false where it stays beside it, as on a full disk: the next start finds both. */
function storeAll(raw: Database.Database, health: DatabaseHealth): boolean {
  if (!health.isWritable) return false;
  try {
    raw.pragma('wal_checkpoint(TRUNCATE)');
    return true;
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    health.note(error);
    return false;
  }
}

/** One connection only: reads wait in the writer's queue, so that they too see nothing uncommitted. */
function inMemory(): Store {
  const raw = connect(':memory:');
  migrate(raw);
  const db = kyselyOver(raw);
  const health = new DatabaseHealth('', null);
  const writer = new Writer(raw, db, health);
  return {
    folder: '',
    held: null,
    health,
    writer,
    reader: db,
    read: (work) => writer.run(() => work(db)),
    checkpoint: () => Promise.resolve(false),
    close: async () => {
      await writer.close();
      raw.close();
    },
  };
}
