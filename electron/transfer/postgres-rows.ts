import type { Client } from 'pg';
import type { TableRow, Rows, Value } from './rows';
import { keyColumns, sqlOf, type ColumnType, type TableShape } from './table-shapes';

/** The rows of a PostgreSQL database. */
export class PostgresRows implements Rows {
  readonly #client: Pick<Client, 'query'>;

  constructor(client: Pick<Client, 'query'>) {
    this.#client = client;
  }

  async readAfter(table: TableShape, after: TableRow | null, limit: number): Promise<TableRow[]> {
    const { list, name, keys } = sqlOf(table);
    const typed = keyColumns(table).map(({ type }, index) => `$${index + 2}::${POSTGRES_TYPES[type]}`);
    const later = after === null ? '' : `WHERE (${keys}) > (${typed.join(', ')})`;
    return this.#rows(
      `SELECT ${list} FROM ${name} ${later} ORDER BY ${keys} LIMIT $1`,
      after === null ? [limit] : [limit, ...table.key.map((position) => after[position] ?? null)],
    );
  }

  async last(table: TableShape): Promise<TableRow | null> {
    const { list, name, descending } = sqlOf(table);
    const rows = await this.#rows(`SELECT ${list} FROM ${name} ORDER BY ${descending} LIMIT 1`, []);
    return rows[0] ?? null;
  }

  async insert(table: TableShape, rows: readonly TableRow[]): Promise<void> {
    const { list, name } = sqlOf(table);
    const arrays = table.columns
      .map(({ type }, index) => `$${index + 1}::${POSTGRES_TYPES[type]}[]`)
      .join(', ');
    await this.#client.query(
      `INSERT INTO ${name} (${list}) SELECT * FROM unnest(${arrays})`,
      table.columns.map((_, index) => rows.map((row) => row[index] ?? null)),
    );
  }

  async #rows(text: string, values: Value[]): Promise<TableRow[]> {
    const { rows } = await this.#client.query<Value[]>({ text, values, rowMode: 'array' });
    return rows;
  }
}

const POSTGRES_TYPES: Readonly<Record<ColumnType, string>> = {
  INTEGER: 'bigint',
  TEXT: 'text',
  BLOB: 'bytea',
  REAL: 'double precision',
};
