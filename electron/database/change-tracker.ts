import type { Database, Statement } from 'better-sqlite3';
import type { Db } from './db';

/** Columns that an answer was read from, by table. Rows that are added or removed always count, whatever the columns. */
export type WatchedColumns = Readonly<Record<string, readonly string[]>>;

/** Some columns whose changes are counted. */
export interface Watch {
  /** How often the columns changed in committed transactions. */
  version: number;
  /** The open transaction has changed them. */
  isChanging: boolean;
}

/**
 * Counts the changes of watched columns of a SQLite database, so that a cache knows what is outdated. Every writing
 * statement of the connection passes through here, whoever prepared it, so that no writer has to remember a cache.
 */
export class ChangeTracker {
  readonly #raw: Database;
  readonly #watches: { watch: Watch; columns: WatchedColumns }[] = [];
  /** By SQL text: what a statement may change. Cleared when a watch is added. */
  readonly #affected = new Map<string, readonly Watch[]>();
  /** The tables whose rows follow when rows of a table are deleted or get another key. */
  readonly #dependents: ReadonlyMap<string, ReadonlySet<string>>;
  #changing: Watch[] = [];

  /** Tracks the statements that are prepared on a connection from now on. */
  constructor(raw: Database) {
    this.#raw = raw;
    this.#dependents = dependentTables(raw);
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

  /** Counts the changes of the last transaction, if it has ended. Call it before the next one begins. */
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
    const columns = watched[change.table];
    if (columns && (!change.assigned || columns.some((column) => change.assigned?.has(column)))) return true;
    const dependents = this.#dependents.get(change.table);
    return (
      !change.assigned && dependents !== undefined && Object.keys(watched).some((t) => dependents.has(t))
    );
  }
}

/** Returns the tracker of the database behind a Kysely instance, or undefined if its changes are not tracked. */
export function trackerOf(db: Db): { tracker: ChangeTracker; seesUncommitted: boolean } | undefined {
  return trackers.get(db);
}

/** Makes the answers that are read through a Kysely instance cacheable. */
export function registerTracker(db: Db, tracker: ChangeTracker, seesUncommitted: boolean): void {
  trackers.set(db, { tracker, seesUncommitted });
}

const trackers = new WeakMap<Db, { tracker: ChangeTracker; seesUncommitted: boolean }>();

const CONTROL = /^\s*(begin|commit|end|rollback|savepoint|release|pragma|analyze|vacuum)\b/i;
const CHANGE =
  /^\s*(?:(?:insert|replace)(?:\s+or\s+\w+)?\s+into|delete\s+from|(update)(?:\s+or\s+\w+)?)\s+["`]?(\w+)/i;

/**
 * The table that a statement changes and, for an update, at least all columns that it assigns. Null for any other
 * statement.
 */
function changeOf(sql: string): { table: string; assigned: ReadonlySet<string> | null } | null {
  const [head, isUpdate, table] = CHANGE.exec(sql) ?? [];
  if (head === undefined || table === undefined) return null;
  const rest = sql.slice(head.length);
  // (a, b) = (…) would hide the names of columns.
  if (isUpdate === undefined || /\)\s*=/.test(rest)) return { table, assigned: null };
  return {
    table,
    assigned: new Set([...rest.matchAll(/(?<!\w)(\w+)["`]?\s*=/g)].map(([, column]) => column ?? '')),
  };
}

/** An update or delete that met no row, or an insert that met a conflict. */
function isWithoutEffect(result: unknown): boolean {
  if (result === undefined) return true;
  if (Array.isArray(result)) return result.length === 0;
  return (result as { changes?: number }).changes === 0;
}

function dependentTables(raw: Database): Map<string, Set<string>> {
  const keys = raw
    .prepare(
      `SELECT child.name AS child, key."table" AS parent FROM sqlite_schema AS child, pragma_foreign_key_list(child.name) AS key
       WHERE child.type = 'table' AND (key.on_delete NOT IN ('NO ACTION', 'RESTRICT') OR key.on_update NOT IN ('NO ACTION', 'RESTRICT'))`,
    )
    .all() as { child: string; parent: string }[];
  const dependents = new Map<string, Set<string>>();
  const add = (parent: string, table: string) => {
    const known = dependents.get(parent) ?? new Set();
    dependents.set(parent, known);
    if (known.has(table)) return;
    known.add(table);
    for (const { child } of keys.filter((key) => key.parent === table)) add(parent, child);
  };
  for (const { parent, child } of keys) add(parent, child);
  return dependents;
}
