import type { Database } from 'better-sqlite3';
import { isStorageFailure } from './sqlite-errors';

type MaybePromise = void | Promise<void>;

/** The transactions of the connection that writes, with a savepoint for one write inside. */
export interface Transactions {
  /** Whether a transaction is open. */
  readonly isOpen: boolean;
  /** Begins one; with `ask` the writes that follow have a forecast, as for `readAhead`. */
  begin: (ask?: () => Promise<unknown>) => MaybePromise;
  commit: () => MaybePromise;
  rollback: () => MaybePromise;
  savepoint: () => MaybePromise;
  /** Ends the savepoint. */
  release: () => MaybePromise;
  /** Undoes everything since the savepoint, and ends it. */
  undo: () => MaybePromise;
  /** Why a write failed that threw an error: a statement before it may have failed without being waited for. */
  causeOf: (error: unknown) => unknown;
  /** Whether an error ends the whole transaction rather than one write. */
  isFatal: (error: unknown) => boolean;
  /** How writes with a forecast are run; absent if the database answers at once. */
  foreseen?: ForeseenWrites;
}

/** Runs writes with a forecast: without savepoints, and without waiting for what they store. */
export interface ForeseenWrites {
  /** Keeps the answers to what `ask` asks for the writes that follow: none changes what another one asked for. */
  readAhead: (ask: () => Promise<unknown>) => Promise<void>;
  /** Begins a write, which takes its answers. */
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
  const undo = prepare('ROLLBACK TO one');
  return {
    get isOpen() {
      return raw.inTransaction;
    },
    begin: prepare('BEGIN IMMEDIATE'),
    commit: prepare('COMMIT'),
    rollback: prepare('ROLLBACK'),
    savepoint: prepare('SAVEPOINT one'),
    release,
    undo: () => {
      undo();
      release();
    },
    causeOf: (error) => error,
    isFatal: isStorageFailure,
  };
}
