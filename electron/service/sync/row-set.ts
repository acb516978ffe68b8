import type { SyncRow } from '../../../shared/contract/sync';
import { rowKey, SECRET_COLUMNS, type DatabaseRow, type ReplicaTable } from './tables';

/** Collects rows for a caller, each once; the first version of a row counts. */
export class RowSet {
  readonly #rows = new Map<string, { table: ReplicaTable; key: string; row: DatabaseRow }>();
  readonly #missing: { table: ReplicaTable; key: string }[] = [];

  /** Adds rows with some of their columns replaced. */
  add(table: ReplicaTable, rows: readonly DatabaseRow[], hidden: DatabaseRow = {}): void {
    for (const row of rows) {
      const key = rowKey(table, row);
      const id = `${table}:${key}`;
      if (!this.#rows.has(id)) this.#rows.set(id, { table, key, row: { ...row, ...hidden } });
    }
  }

  /** Notes which of some items that are still referred to have no row (any more): a replica may hold one. */
  noteMissing(tables: readonly ReplicaTable[], ids: readonly number[]): void {
    for (const table of tables) {
      for (const id of ids)
        if (!this.#rows.has(`${table}:${id}`)) this.#missing.push({ table, key: String(id) });
    }
  }

  /** Notes keys of rows that are gone: a replica may hold one. */
  noteGone(table: ReplicaTable, keys: readonly string[]): void {
    for (const key of keys) this.#missing.push({ table, key });
  }

  /** The rows that are missing, by their keys. */
  get missing(): readonly { table: ReplicaTable; key: string }[] {
    return this.#missing;
  }

  /** The rows in the order in which they were added. */
  entries(): Iterable<{ table: ReplicaTable; key: string; row: DatabaseRow }> {
    return this.#rows.values();
  }

  /** The values of a column of all rows of a table. */
  column(table: ReplicaTable, name: string): number[] {
    return [...this.#rows.values()].filter((one) => one.table === table).map((one) => Number(one.row[name]));
  }

  /** Returns the rows as the wire carries them. */
  toWire(): SyncRow[] {
    return [...this.#rows.values()].map(({ table, row }) => ({ Table: table, Row: wireRow(table, row) }));
  }
}

/** Returns a row as the wire carries it: without secrets, binary columns as hexadecimal text. */
export function wireRow(table: ReplicaTable, row: DatabaseRow): SyncRow['Row'] {
  const secrets = SECRET_COLUMNS[table] ?? [];
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !secrets.includes(column))
      .map(([column, value]) => [
        column,
        value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
      ]),
  );
}
