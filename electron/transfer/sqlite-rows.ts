import type { Database } from 'better-sqlite3';
import type { TableRow, Rows } from './rows';
import type { TableShape } from './table-shapes';

/** The rows of a SQLite database. */
export class SqliteRows implements Rows {
  readonly #raw: Database;

  constructor(raw: Database) {
    this.#raw = raw;
  }

  readAfter({ name, columns, key }: TableShape, after: TableRow | null, limit: number): Promise<TableRow[]> {
    const keys = key.map((position) => quote(columns[position]?.name ?? '')).join(', ');
    const list = columns.map((column) => quote(column.name)).join(', ');
    const later = after === null ? '' : `WHERE (${keys}) > (${key.map(() => '?').join(', ')})`;
    const values = after === null ? [] : key.map((position) => after[position]);
    const rows = this.#raw
      .prepare(`SELECT ${list} FROM ${quote(name)} ${later} ORDER BY ${keys} LIMIT ?`)
      .raw()
      .all(...values, limit);
    return Promise.resolve(rows as TableRow[]);
  }

  last({ name, columns, key }: TableShape): Promise<TableRow | null> {
    const keys = key.map((position) => `${quote(columns[position]?.name ?? '')} DESC`).join(', ');
    const list = columns.map((column) => quote(column.name)).join(', ');
    const row = this.#raw
      .prepare(`SELECT ${list} FROM ${quote(name)} ORDER BY ${keys} LIMIT 1`)
      .raw()
      .get();
    return Promise.resolve((row as TableRow | undefined) ?? null);
  }

  insert({ name, columns }: TableShape, rows: readonly TableRow[]): Promise<void> {
    const list = columns.map((column) => quote(column.name)).join(', ');
    const insert = this.#raw.prepare(
      `INSERT INTO ${quote(name)} (${list}) VALUES (${columns.map(() => '?').join(', ')})`,
    );
    for (const row of rows) insert.run(...row);
    return Promise.resolve();
  }
}

function quote(name: string): string {
  return `"${name}"`;
}
