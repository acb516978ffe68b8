import { SqliteError, type Database, type Statement } from 'better-sqlite3';
import { AppError } from '../../shared/errors';
import type { Db } from './open';

/** How many writes share one transaction and its one fsync. */
const GROUP = 64;

interface Waiting {
  work: () => Promise<unknown>;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

/** What is done around each group of writes. */
export interface GroupHooks {
  /** The last statements of a group, in its transaction and in nobody's savepoint. */
  beforeCommit: () => void | Promise<void>;
  /** The group is on the disk. */
  afterCommit: () => void;
  /** Nothing of the group was stored. */
  afterRollback: () => void;
}

/**
 * The one way to change the database. Writes that wait together share a transaction, each in a savepoint of its own:
 * one that fails harms no other, and one fsync pays for all.
 */
export class Writer {
  readonly db: Db;
  readonly raw: Database;
  hooks: GroupHooks = { beforeCommit: nothing, afterCommit: nothing, afterRollback: nothing };
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;
  #closed = false;
  readonly #atCommit: () => void;
  readonly #begin: Statement;
  readonly #commit: Statement;
  readonly #rollback: Statement;
  readonly #savepoint: Statement;
  readonly #release: Statement;
  readonly #undo: Statement;

  /** `atCommit` is called right before a group is committed. */
  constructor(raw: Database, db: Db, atCommit: () => void = nothing) {
    this.raw = raw;
    this.db = db;
    this.#atCommit = atCommit;
    this.#begin = raw.prepare('BEGIN IMMEDIATE');
    this.#commit = raw.prepare('COMMIT');
    this.#rollback = raw.prepare('ROLLBACK');
    this.#savepoint = raw.prepare('SAVEPOINT one');
    this.#release = raw.prepare('RELEASE one');
    this.#undo = raw.prepare('ROLLBACK TO one');
  }

  /**
   * Runs work in a transaction and answers once it is on the disk. The work must wait for nothing but the database.
   * Throws what the work threw, or `unavailable` where nothing could be stored.
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new AppError('unavailable'));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
      this.#running ??= new Promise<void>((done) => {
        setImmediate(() => void this.#drain().finally(done));
      });
    });
  }

  /** Lets what waits end; nothing new is taken. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#runGroup(this.#waiting.splice(0, GROUP));
      // Sockets and timers get their turn between two groups.
      if (this.#waiting.length > 0) await new Promise(setImmediate);
    }
    this.#running = null;
  }

  async #runGroup(group: Waiting[]): Promise<void> {
    const answers: (() => void)[] = [];
    try {
      this.#begin.run();
      for (const one of group) answers.push(await this.#runOne(one));
      await this.hooks.beforeCommit();
      this.#atCommit();
      this.#commit.run();
    } catch (error) {
      if (this.raw.inTransaction) this.#rollback.run();
      this.hooks.afterRollback();
      const refused = new AppError('unavailable', undefined, { cause: error });
      for (const one of group) one.reject(refused);
      return;
    }
    this.hooks.afterCommit();
    for (const answer of answers) answer();
  }

  /** Runs one write in its savepoint; an error of the disk or of the whole transaction goes up. */
  async #runOne(one: Waiting): Promise<() => void> {
    this.#savepoint.run();
    try {
      const value = await one.work();
      this.#release.run();
      return () => one.resolve(value as never);
    } catch (error) {
      if (!this.raw.inTransaction || isStorageFailure(error)) throw error;
      this.#undo.run();
      this.#release.run();
      return () => one.reject(error);
    }
  }
}

function isStorageFailure(error: unknown): boolean {
  return (
    error instanceof SqliteError && /^SQLITE_(FULL|IOERR|CORRUPT|READONLY|NOMEM|CANTOPEN)/.test(error.code)
  );
}

function nothing(): void {
  return;
}
