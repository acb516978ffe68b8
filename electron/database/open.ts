import Database from 'better-sqlite3';
import { join } from 'node:path';
import { closeSync, openSync } from 'node:fs';
import { Checkpointer, type LogFollower } from './checkpointer';
import { ChangeTracker } from './caching/change-tracker';
import { configure, connect } from './connect';
import { prepareDataFolder, type PermissionRepair } from './data-folder';
import { isDiskFull, isStorageFailure } from './sqlite-errors';
import type { Db } from './db';
import { explainingForeignFiles } from './foreign-files';
import { DatabaseHealth } from './health/health';
import { lockDataFolder, type DataFolderLock } from './lock';
import { migrations } from './migrations';
import { DATABASE_FILE, findDatabaseProblem, requireNoEarlierCommunity } from './health/missing-database';
import { Snapshot } from './snapshot';
import { createKysely } from './statements';
import { sqliteTransactions } from './transactions';
import { registerChanges } from './caching/change-counts';
import { Writer } from './writer';

export { connect, DATABASE_FILE };
export type { Db };

/** An open database: one connection that writes through a queue, and one that reads committed data. */
export interface Store {
  /** The data folder; '' in memory. */
  folder: string;
  /** The lock of the folder; null in memory. */
  folderLock: Pick<DataFolderLock, 'state' | 'saveState'> | null;
  /** Whether the database is intact and writable. */
  health: DatabaseHealth;
  writer: Writer;
  /** For slow reads that must not block the queue; in memory it may see uncommitted data. */
  reader: Db;
  /** Runs work that only reads. It sees no uncommitted data. */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  /** Whether a read of `reader` failed because the database can't be reached, so that it may work later. */
  isOutage: (error: unknown) => boolean;
  /** Copying the files of the database while it is open; null in memory. */
  files: DatabaseFiles | null;
  /** Checkpoints the write-ahead log if it has grown past `bytes`; resolves to whether it did. */
  checkpoint: (bytes: number) => Promise<boolean>;
  close: () => Promise<void>;
}

/** The files of an open database, for code that copies them as they are. */
export interface DatabaseFiles {
  path: string;
  /**
   * A descriptor to read the database file with. It stays open until the database is closed: closing any descriptor of
   * the file would drop SQLite's locks in this process.
   */
  descriptor: () => number;
  /** Sets who follows the write-ahead log. */
  follow: (follower: LogFollower | null) => void;
  /** The running checkpoint; null if there is none. */
  checkpointing: () => Promise<void> | null;
  /**
   * Empties the write-ahead log if nothing in it is pending; call it between writes, while no checkpoint is running.
   */
  emptyLog: () => void;
  /** Whether the database was closed cleanly the last time, and not changed since by anything else. */
  wasClosedCleanly: boolean;
}

/** A connection to a database that lives in memory alone: a new one, or one that was restored from its bytes. */
export type MemoryDatabase = Database.Database;

/**
 * Opens the database of a data folder, or one in memory (':memory:', or a connection), and migrates its schema. Throws
 * if another process holds the folder or a newer program wrote the database, and DatabaseMissingError if data of an
 * earlier community remains without its database.
 */
export function openStore(folder: string | MemoryDatabase): Store {
  if (typeof folder !== 'string') return openInMemory(folder);
  if (folder === ':memory:') return openInMemory(new Database(folder));
  const repair = explainingForeignFiles(folder, () => prepareDataFolder(folder));
  const folderLock = lockDataFolder(folder);
  try {
    return explainingForeignFiles(folder, () => openInFolder(folder, folderLock, repair));
  } catch (error) {
    folderLock.release();
    throw error;
  }
}

/** Opens a database on a full disk: an exclusive connection needs no shared-memory file. */
function connectExclusively(path: string): Database.Database {
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

/** Runs the pending migrations up to the one numbered `last`, each in its own transaction. */
export function migrate(raw: Database.Database, last = migrations.length): void {
  const done = requireKnownVersion(raw);
  migrations.slice(done, last).forEach((migration, index) => {
    raw.transaction(() => {
      raw.exec(migration.sql);
      raw.pragma(`user_version = ${done + index + 1}`);
    })();
  });
}

/** Returns how many migrations a database has had. Throws if a newer program wrote it. */
export function requireKnownVersion(raw: Database.Database): number {
  const done = raw.pragma('user_version', { simple: true }) as number;
  if (done > migrations.length)
    throw new Error('This data was written by a newer Courtyard. Update the program to open it.');
  return done;
}

function openInFolder(folder: string, folderLock: DataFolderLock, repair: PermissionRepair): Store {
  const path = join(folder, DATABASE_FILE);
  // Before SQLite opens the file: it would create a missing one and delete the log of an empty one.
  const problem = findDatabaseProblem(folder);
  if (problem !== null) requireNoEarlierCommunity(folder, problem, folderLock.state.run !== '');
  const health = new DatabaseHealth(path, folderLock);
  const { raw, readerRaw } = openConnections(path, health);
  const snapshot = new Snapshot(readerRaw, health);
  const onError = (error: unknown) => health.reportError(error);
  const tracker = new ChangeTracker(raw);
  const reader = createKysely(readerRaw, { before: () => snapshot.ensure(), onError });
  const connection = { transactions: sqliteTransactions(raw), raw };
  const writer = new Writer(connection, createKysely(raw, { onError }), health, () => snapshot.end());
  registerChanges(reader, tracker, readerRaw === raw);
  registerChanges(writer.db, tracker, true);
  writer.beforeGroup = () => tracker.settle();
  const checkpointer = new Checkpointer(raw, path, (work) => writer.betweenGroups(work));
  let descriptor: number | null = null;
  return {
    folder,
    folderLock,
    health,
    writer,
    reader,
    read: (work) => work(reader).catch((error: unknown) => Promise.reject(health.translate(error))),
    isOutage: () => false,
    files: {
      path,
      descriptor: () => (descriptor ??= openSync(path, 'r')),
      follow: (follower) => (checkpointer.follower = follower),
      checkpointing: () => checkpointer.running,
      emptyLog: () => checkpointer.emptyLog(),
      wasClosedCleanly: health.wasClosedCleanly,
    },
    checkpoint: async (bytes) => {
      if (!health.isWritable) return false;
      return checkpointer.run(bytes).catch((error: unknown) => Promise.reject(health.translate(error)));
    },
    close: async () => {
      await repair.stop();
      await writer.close();
      await checkpointer.close();
      await health.stop();
      snapshot.end();
      if (readerRaw !== raw) readerRaw.close();
      const isStored = checkpointAtClose(raw, health);
      raw.close();
      if (descriptor !== null) closeSync(descriptor);
      health.markClosed(isStored);
      folderLock.release();
    },
  };
}

/** The writing and the reading connection; the same one if the disk has no room for a shared-memory file. */
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
    health.markDiskFull();
    const raw = connectExclusively(path);
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

/** Checkpoints the whole log; false if that fails, as on a full disk: then the next start opens both files. */
function checkpointAtClose(raw: Database.Database, health: DatabaseHealth): boolean {
  if (!health.isWritable) return false;
  try {
    raw.pragma('wal_checkpoint(TRUNCATE)');
    return true;
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    health.reportError(error);
    return false;
  }
}

/** There is one connection only, so reads wait in the writer's queue in order not to see uncommitted data. */
function openInMemory(raw: MemoryDatabase): Store {
  configure(raw);
  migrate(raw);
  const tracker = new ChangeTracker(raw);
  const db = createKysely(raw);
  const health = new DatabaseHealth('', null);
  const writer = new Writer({ transactions: sqliteTransactions(raw), raw }, db, health);
  registerChanges(db, tracker, true);
  writer.beforeGroup = () => tracker.settle();
  return {
    folder: '',
    folderLock: null,
    health,
    writer,
    reader: db,
    read: (work) => writer.runDespiteGate(() => work(db)),
    isOutage: () => false,
    files: null,
    checkpoint: () => Promise.resolve(false),
    close: async () => {
      await writer.close();
      raw.close();
    },
  };
}
