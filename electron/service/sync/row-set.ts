import type { SyncRow } from '../../../shared/contract/sync';
import { rowKey, SECRET_COLUMNS, type DatabaseRow, type ReplicaTable } from './tables';

/** Collects rows for a replica without duplicates; the first version of a row is kept. */
export class RowSet {
  readonly #rows = new Map<string, { table: ReplicaTable; key: string; row: DatabaseRow }>();
  readonly #missing: { table: ReplicaTable; key: string }[] = [];

  /** Adds rows; `replaced` has values for columns that the caller may not see. */
  add(table: ReplicaTable, rows: readonly DatabaseRow[], replaced: DatabaseRow = {}): void {
    for (const row of rows) {
      const key = rowKey(table, row);
      const id = `${table}:${key}`;
      if (!this.#rows.has(id)) this.#rows.set(id, { table, key, row: { ...row, ...replaced } });
    }
  }

  /** Adds those of some referenced items that have no row any more: a replica may still have one. */
  addMissingItems(tables: readonly ReplicaTable[], ids: readonly number[]): void {
    for (const table of tables) {
      for (const id of ids)
        if (!this.#rows.has(`${table}:${id}`)) this.#missing.push({ table, key: String(id) });
    }
  }

  /** Adds keys of deleted rows: a replica may still have them. */
  addDeleted(table: ReplicaTable, keys: readonly string[]): void {
    for (const key of keys) this.#missing.push({ table, key });
  }

  /** Keys of the rows that a replica must delete. */
  get missing(): readonly { table: ReplicaTable; key: string }[] {
    return this.#missing;
  }

  /** Returns the rows in the order in which they were added. */
  entries(): Iterable<{ table: ReplicaTable; key: string; row: DatabaseRow }> {
    return this.#rows.values();
  }

  /** Returns the values of a column of all rows of a table. */
  column(table: ReplicaTable, name: string): number[] {
    return [...this.#rows.values()]
      .filter((entry) => entry.table === table)
      .map(({ row }) => Number(row[name]));
  }

  /** Returns the rows in wire format. */
  toWire(): SyncRow[] {
    return [...this.#rows.values()].map(({ table, row }) => ({ Table: table, Row: wireRow(table, row) }));
  }
}

/** Converts a row to wire format: removes secrets and encodes binary columns as hexadecimal. */
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
