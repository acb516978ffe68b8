import type { Database, Statement } from 'better-sqlite3';
import { AppError } from '../../shared/errors';
import { isStorageFailure } from './failures';
import type { DatabaseHealth } from './health';
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
  readonly #health: DatabaseHealth;
  readonly #atCommit: () => void;
  readonly #begin: Statement;
  readonly #commit: Statement;
  readonly #rollback: Statement;
  readonly #savepoint: Statement;
  readonly #release: Statement;
  readonly #undo: Statement;

  /** `atCommit` is called right before a group is committed. */
  constructor(raw: Database, db: Db, health: DatabaseHealth, atCommit: () => void = nothing) {
    this.raw = raw;
    this.db = db;
    this.#health = health;
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
   * Throws what the work threw, or `unavailable` where nothing could be stored or the database is read-only.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#health.requireWritable();
    if (this.#closed) throw new AppError('unavailable');
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
      // Damage may have been met since the group began, and a file may be gone that is written to all the same.
      this.#health.requireWritable();
      this.#health.requirePresent();
      this.#commit.run();
    } catch (error) {
      this.#rollBack();
      this.hooks.afterRollback();
      const refused = this.#refusalFor(error);
      for (const one of group) one.reject(refused);
      return;
    }
    this.hooks.afterCommit();
    for (const answer of answers) answer();
  }

  /** One that fails leaves the transaction to the next group, which fails by it and tries again. */
  #rollBack(): void {
    try {
      if (this.raw.inTransaction) this.#rollback.run();
    } catch (error) {
      this.#health.note(error);
    }
  }

  #refusalFor(error: unknown): AppError {
    const told = this.#health.translate(error);
    return told instanceof AppError && told.code === 'unavailable'
      ? told
      : new AppError('unavailable', undefined, { cause: error });
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

function nothing(): void {
  return;
}
