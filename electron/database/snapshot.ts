import type { Database, Statement } from 'better-sqlite3';
import type { DatabaseHealth } from './health';

/**
 * Lets everything that is read within one turn of the event loop share one look at the database: to take and leave a
 * look costs more than to find a row in it.
 */
export class Snapshot {
  readonly #raw: Database;
  readonly #begin: Statement;
  readonly #end: Statement;
  readonly #undo: Statement;
  readonly #health: Pick<DatabaseHealth, 'note' | 'requirePresent'>;

  constructor(raw: Database, health: Pick<DatabaseHealth, 'note' | 'requirePresent'>) {
    this.#health = health;
    this.#raw = raw;
    this.#begin = raw.prepare('BEGIN');
    this.#end = raw.prepare('COMMIT');
    this.#undo = raw.prepare('ROLLBACK');
  }

  /** To be called before each reading statement; the look ends with the turn. */
  hold(): void {
    if (this.#raw.inTransaction) return;
    this.#health.requirePresent();
    this.#begin.run();
    setImmediate(() => this.release());
  }

  /** Ends the look at a commit: whoever reads next sees it, and the log may begin anew, which no look may hinder. */
  release(): void {
    if (!this.#raw.open || !this.#raw.inTransaction) return;
    try {
      this.#end.run();
    } catch (error) {
      this.#health.note(error);
      this.#giveUp();
    }
  }

  /** A damaged database can refuse to commit even what was only read. */
  #giveUp(): void {
    try {
      if (this.#raw.inTransaction) this.#undo.run();
    } catch (error) {
      this.#health.note(error);
    }
  }
}
