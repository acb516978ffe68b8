import type { Database, Statement } from 'better-sqlite3';

/**
 * Lets everything that is read within one turn of the event loop share one look at the database: to take and leave a
 * look costs more than to find a row in it.
 */
export class Snapshot {
  readonly #raw: Database;
  readonly #begin: Statement;
  readonly #end: Statement;

  constructor(raw: Database) {
    this.#raw = raw;
    this.#begin = raw.prepare('BEGIN');
    this.#end = raw.prepare('COMMIT');
  }

  /** To be called before each reading statement; the look ends with the turn. */
  hold(): void {
    if (this.#raw.inTransaction) return;
    this.#begin.run();
    setImmediate(() => this.release());
  }

  /** Ends the look at a commit: whoever reads next sees it, and the log may begin anew, which no look may hinder. */
  release(): void {
    if (this.#raw.open && this.#raw.inTransaction) this.#end.run();
  }
}
