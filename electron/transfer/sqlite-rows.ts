import type { Database } from 'better-sqlite3';
import type { TableRow, Rows } from './rows';
import { sqlOf, type TableShape } from './table-shapes';

/** The rows of a SQLite database. */
export class SqliteRows implements Rows {
  readonly #raw: Database;

  constructor(raw: Database) {
    this.#raw = raw;
  }

  readAfter(table: TableShape, after: TableRow | null, limit: number): Promise<TableRow[]> {
    const { list, name, keys } = sqlOf(table);
    const later = after === null ? '' : `WHERE (${keys}) > (${table.key.map(() => '?').join(', ')})`;
    const values = after === null ? [] : table.key.map((position) => after[position]);
    const rows = this.#raw
      .prepare(`SELECT ${list} FROM ${name} ${later} ORDER BY ${keys} LIMIT ?`)
      .raw()
      .all(...values, limit);
    return Promise.resolve(rows as TableRow[]);
  }

  last(table: TableShape): Promise<TableRow | null> {
    const { list, name, descending } = sqlOf(table);
    const row = this.#raw.prepare(`SELECT ${list} FROM ${name} ORDER BY ${descending} LIMIT 1`).raw().get();
    return Promise.resolve((row as TableRow | undefined) ?? null);
  }

  insert(table: TableShape, rows: readonly TableRow[]): Promise<void> {
    const { list, name } = sqlOf(table);
    const values = table.columns.map(() => '?').join(', ');
    const insert = this.#raw.prepare(`INSERT INTO ${name} (${list}) VALUES (${values})`);
    for (const row of rows) insert.run(...row);
    return Promise.resolve();
  }
}
