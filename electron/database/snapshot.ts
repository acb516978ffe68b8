import type { Database, Statement } from 'better-sqlite3';
import type { DatabaseHealth } from './health/health';

/**
 * Runs all reads of one event-loop turn in one read transaction: starting and ending one costs more than reading a
 * row.
 */
export class Snapshot {
  readonly #raw: Database;
  readonly #begin: Statement;
  readonly #commit: Statement;
  readonly #rollback: Statement;
  readonly #health: Pick<DatabaseHealth, 'reportError' | 'requireFile'>;

  constructor(raw: Database, health: Pick<DatabaseHealth, 'reportError' | 'requireFile'>) {
    this.#health = health;
    this.#raw = raw;
    this.#begin = raw.prepare('BEGIN');
    this.#commit = raw.prepare('COMMIT');
    this.#rollback = raw.prepare('ROLLBACK');
  }

  /** Call it before each reading statement; the transaction ends with the turn. */
  ensure(): void {
    if (this.#raw.inTransaction) return;
    this.#health.requireFile();
    this.#begin.run();
    setImmediate(() => this.end());
  }

  /**
   * Ends the transaction. Called at each commit: later reads see it, and no reader prevents SQLite from reusing the
   * log.
   */
  end(): void {
    if (!this.#raw.open || !this.#raw.inTransaction) return;
    try {
      this.#commit.run();
    } catch (error) {
      this.#health.reportError(error);
      this.#rollBack();
    }
  }

  /** A damaged database may refuse to commit even a read transaction. */
  #rollBack(): void {
    try {
      if (this.#raw.inTransaction) this.#rollback.run();
    } catch (error) {
      this.#health.reportError(error);
    }
  }
}
