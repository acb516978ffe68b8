import type { Database } from 'better-sqlite3';
import { isStorageFailure } from './sqlite-errors';

type MaybePromise = void | Promise<void>;

/** The transactions of the connection that writes, with a savepoint for one write inside. */
export interface Transactions {
  /** Whether a transaction is open. */
  readonly isOpen: boolean;
  /** Begins one. `runQueries` prefetches for the writes that follow, as `PrefetchedWrites.prefetch` does. */
  begin: (runQueries?: () => Promise<unknown>) => MaybePromise;
  commit: () => MaybePromise;
  rollback: () => MaybePromise;
  savepoint: () => MaybePromise;
  /** Ends the savepoint. */
  release: () => MaybePromise;
  /** Undoes everything since the savepoint, and ends it. */
  rollbackToSavepoint: () => MaybePromise;
  /** Returns the cause of an error of a write: an earlier statement that wasn't awaited may have failed. */
  causeOf: (error: unknown) => unknown;
  /** Whether an error ends the whole transaction rather than one write. */
  isFatal: (error: unknown) => boolean;
  /** Runs writes with a prefetch plan; absent if the database has no round trips. */
  prefetched?: PrefetchedWrites;
}

/** Runs writes with a prefetch plan: without savepoints, and without waiting for inserts and updates. */
export interface PrefetchedWrites {
  /** Caches the answers to the queries for the writes that follow, none of which changes what another one reads. */
  prefetch: (runQueries: () => Promise<unknown>) => Promise<void>;
  /** Begins a write that uses the prefetched answers. */
  begin: () => void;
  /** Whether the write has changed anything. */
  hasChanged: () => boolean;
}

/** The transactions of a SQLite connection. */
export function sqliteTransactions(raw: Database): Transactions {
  const prepare = (sql: string) => {
    const statement = raw.prepare(sql);
    return () => void statement.run();
  };
  const release = prepare('RELEASE one');
  const rollbackTo = prepare('ROLLBACK TO one');
  return {
    get isOpen() {
      return raw.inTransaction;
    },
    begin: prepare('BEGIN IMMEDIATE'),
    commit: prepare('COMMIT'),
    rollback: prepare('ROLLBACK'),
    savepoint: prepare('SAVEPOINT one'),
    release,
    rollbackToSavepoint: () => {
      rollbackTo();
      release();
    },
    causeOf: (error) => error,
    isFatal: isStorageFailure,
  };
}
