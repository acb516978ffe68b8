import type { Database, Statement } from 'better-sqlite3';
import type { ChangeCounts } from './change-counts';
import {
  changeOf,
  findCascadeTargets,
  changesWatchedColumns,
  mayCascade,
  type ForeignKey,
} from './statement-changes';
import { Watches, type Watch, type WatchedColumns } from './watches';

/**
 * Counts the changes of watched columns of a SQLite database, so that a cache knows what is outdated. Every writing
 * statement of the connection passes through here, so no writer has to invalidate a cache itself.
 */
export class ChangeTracker implements ChangeCounts {
  readonly #raw: Database;
  readonly #watches: Watches;

  /** Tracks the statements that are prepared on a connection from now on. */
  constructor(raw: Database) {
    this.#raw = raw;
    const cascadeTargets = findCascadeTargets(readForeignKeys(raw));
    this.#watches = new Watches((statement, columns) => {
      const change = changeOf(statement);
      if (!change) return !CONTROL.test(statement);
      return changesWatchedColumns(change, columns) || mayCascade(cascadeTargets, change, columns);
    });
    const prepare = raw.prepare.bind(raw) as (sql: string) => Statement<unknown[]>;
    const exec = raw.exec.bind(raw);
    Object.assign(raw, {
      prepare: (sql: string) => this.#tracked(prepare(sql), sql),
      exec: (sql: string) => {
        this.#watches.markAll();
        return exec(sql);
      },
    });
  }

  watch(columns: WatchedColumns): Watch {
    return this.#watches.add(columns);
  }

  settle(): void {
    if (this.#watches.areChanging && !this.#raw.inTransaction) this.#watches.end();
  }

  #tracked(statement: Statement<unknown[]>, sql: string): Statement<unknown[]> {
    if (statement.readonly) return statement;
    for (const method of ['run', 'all', 'get'] as const) {
      const execute = statement[method].bind(statement) as (...values: unknown[]) => unknown;
      const tracked = (...values: unknown[]) => {
        const result = execute(...values);
        if (!changedNothing(result)) this.#watches.mark(sql);
        return result;
      };
      Object.defineProperty(statement, method, { value: tracked, configurable: true });
    }
    return statement;
  }
}

const CONTROL = /^\s*(begin|commit|end|rollback|savepoint|release|pragma|analyze|vacuum)\b/i;

/** Returns whether an update or delete matched no row, or an insert had a conflict. */
function changedNothing(result: unknown): boolean {
  if (result === undefined) return true;
  if (Array.isArray(result)) return result.length === 0;
  return (result as { changes?: number }).changes === 0;
}

function readForeignKeys(raw: Database): ForeignKey[] {
  return raw
    .prepare(
      `SELECT child.name AS child, key."table" AS parent FROM sqlite_schema AS child, pragma_foreign_key_list(child.name) AS key
       WHERE child.type = 'table' AND (key.on_delete NOT IN ('NO ACTION', 'RESTRICT') OR key.on_update NOT IN ('NO ACTION', 'RESTRICT'))`,
    )
    .all() as ForeignKey[];
}
