import type { Client } from 'pg';
import type { TableRow, Rows, Value } from './rows';
import type { ColumnType, TableShape } from './table-shapes';

/** The rows of a PostgreSQL database. */
export class PostgresRows implements Rows {
  readonly #client: Pick<Client, 'query'>;

  constructor(client: Pick<Client, 'query'>) {
    this.#client = client;
  }

  async readAfter(
    { name, columns, key }: TableShape,
    after: TableRow | null,
    limit: number,
  ): Promise<TableRow[]> {
    const keyColumns = key.map((position) => columns[position] ?? { name: '', type: 'TEXT' as const });
    const keys = keyColumns.map((column) => quote(column.name)).join(', ');
    const typed = keyColumns.map(({ type }, index) => `$${index + 2}::${POSTGRES_TYPES[type]}`).join(', ');
    const later = after === null ? '' : `WHERE (${keys}) > (${typed})`;
    const list = columns.map((column) => quote(column.name)).join(', ');
    return this.#rows(
      `SELECT ${list} FROM ${quote(name)} ${later} ORDER BY ${keys} LIMIT $1`,
      after === null ? [limit] : [limit, ...key.map((position) => after[position] ?? null)],
    );
  }

  async last({ name, columns, key }: TableShape): Promise<TableRow | null> {
    const keys = key.map((position) => `${quote(columns[position]?.name ?? '')} DESC`).join(', ');
    const list = columns.map((column) => quote(column.name)).join(', ');
    const rows = await this.#rows(`SELECT ${list} FROM ${quote(name)} ORDER BY ${keys} LIMIT 1`, []);
    return rows[0] ?? null;
  }

  async insert({ name, columns }: TableShape, rows: readonly TableRow[]): Promise<void> {
    const list = columns.map((column) => quote(column.name)).join(', ');
    const arrays = columns.map(({ type }, index) => `$${index + 1}::${POSTGRES_TYPES[type]}[]`).join(', ');
    await this.#client.query(
      `INSERT INTO ${quote(name)} (${list}) SELECT * FROM unnest(${arrays})`,
      columns.map((_, index) => rows.map((row) => row[index] ?? null)),
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

function quote(name: string): string {
  return `"${name}"`;
}
