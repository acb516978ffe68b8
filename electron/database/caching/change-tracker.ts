import type { Database, Statement } from 'better-sqlite3';
import {
  changeOf,
  dependentTables,
  isAssigned,
  isFollowing,
  type ChangeCounts,
  type Dependents,
  type ForeignKey,
  type Watch,
  type WatchedColumns,
} from './watched-columns';

/**
 * Counts the changes of watched columns of a SQLite database, so that a cache knows what is outdated. Every writing
 * statement of the connection passes through here, whoever prepared it, so that no writer has to remember a cache.
 */
export class ChangeTracker implements ChangeCounts {
  readonly #raw: Database;
  readonly #watches: { watch: Watch; columns: WatchedColumns }[] = [];
  /** By SQL text: what a statement may change. Cleared when a watch is added. */
  readonly #affected = new Map<string, readonly Watch[]>();
  readonly #dependents: Dependents;
  #changing: Watch[] = [];

  /** Tracks the statements that are prepared on a connection from now on. */
  constructor(raw: Database) {
    this.#raw = raw;
    this.#dependents = dependentTables(readForeignKeys(raw));
    const prepare = raw.prepare.bind(raw) as (sql: string) => Statement<unknown[]>;
    const exec = raw.exec.bind(raw);
    Object.assign(raw, {
      prepare: (sql: string) => this.#tracked(prepare(sql), sql),
      exec: (sql: string) => {
        this.#markChanging(this.#watches.map(({ watch }) => watch));
        return exec(sql);
      },
    });
  }

  watch(columns: WatchedColumns): Watch {
    const watch = { version: 0, isChanging: false };
    this.#watches.push({ watch, columns });
    this.#affected.clear();
    return watch;
  }

  settle(): void {
    if (this.#changing.length === 0 || this.#raw.inTransaction) return;
    for (const watch of this.#changing) {
      watch.version++;
      watch.isChanging = false;
    }
    this.#changing = [];
  }

  #tracked(statement: Statement<unknown[]>, sql: string): Statement<unknown[]> {
    if (statement.readonly) return statement;
    for (const method of ['run', 'all', 'get'] as const) {
      const execute = statement[method].bind(statement) as (...values: unknown[]) => unknown;
      const tracked = (...values: unknown[]) => {
        const result = execute(...values);
        if (!isWithoutEffect(result)) this.#markChanging(this.#affectedBy(sql));
        return result;
      };
      Object.defineProperty(statement, method, { value: tracked, configurable: true });
    }
    return statement;
  }

  #markChanging(watches: readonly Watch[]): void {
    for (const watch of watches) {
      if (watch.isChanging) continue;
      watch.isChanging = true;
      this.#changing.push(watch);
    }
  }

  #affectedBy(sql: string): readonly Watch[] {
    let affected = this.#affected.get(sql);
    if (!affected) {
      affected = this.#watches.filter(({ columns }) => this.#affects(sql, columns)).map(({ watch }) => watch);
      this.#affected.set(sql, affected);
    }
    return affected;
  }

  #affects(sql: string, watched: WatchedColumns): boolean {
    const change = changeOf(sql);
    if (!change) return !CONTROL.test(sql);
    return isAssigned(change, watched) || isFollowing(this.#dependents, change, watched);
  }
}

const CONTROL = /^\s*(begin|commit|end|rollback|savepoint|release|pragma|analyze|vacuum)\b/i;
/** An update or delete that met no row, or an insert that met a conflict. */
function isWithoutEffect(result: unknown): boolean {
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
