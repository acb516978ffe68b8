import type { Database } from 'better-sqlite3';

/** The types of columns, which both databases store alike. */
const TYPES = ['INTEGER', 'TEXT', 'BLOB', 'REAL'] as const;
export type ColumnType = (typeof TYPES)[number];

/** A table that both databases have. */
export interface TableShape {
  name: string;
  columns: readonly { name: string; type: ColumnType }[];
  /** The positions of the primary key's columns, in its order. */
  key: readonly number[];
}

/**
 * Lists the tables of a database that have rows of their own, each after the tables that it refers to. Full-text
 * indexes are no such tables: they are filled from rows.
 */
export function listTables(raw: Database): TableShape[] {
  const names = raw.prepare(TABLES).pluck().all() as string[];
  const sorted: string[] = [];
  const add = (name: string) => {
    if (sorted.includes(name)) return;
    const references = raw.prepare('SELECT "table" FROM pragma_foreign_key_list(?)').pluck().all(name);
    for (const other of references as string[]) if (other !== name) add(other);
    sorted.push(name);
  };
  names.forEach(add);
  return sorted.map((name) => shapeOf(raw, name));
}

/** The SQL that both databases understand of reading a table: its columns, its name, and the columns of its key. */
export function sqlOf({ name, columns, key }: TableShape) {
  const list = columns.map((column) => quote(column.name)).join(', ');
  const keys = keyColumns({ columns, key }).map((column) => quote(column.name));
  return {
    list,
    name: quote(name),
    keys: keys.join(', '),
    descending: keys.map((one) => `${one} DESC`).join(', '),
  };
}

/** The columns of the primary key, in its order. */
export function keyColumns({ columns, key }: Pick<TableShape, 'columns' | 'key'>): TableShape['columns'] {
  return key.flatMap((position) => columns[position] ?? []);
}

export function quote(name: string): string {
  return `"${name}"`;
}

/** Shadow tables of full-text indexes have another type. */
const TABLES = `
  SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`;

function shapeOf(raw: Database, name: string): TableShape {
  const columns = raw.prepare('SELECT name, type, pk FROM pragma_table_info(?)').all(name) as {
    name: string;
    type: ColumnType;
    pk: number;
  }[];
  const key = columns
    .map(({ pk }, position) => ({ pk, position }))
    .filter(({ pk }) => pk > 0)
    .toSorted((one, other) => one.pk - other.pk)
    .map(({ position }) => position);
  const unknown = columns.find(({ type }) => !TYPES.includes(type));
  if (unknown) throw new Error(`${name}.${unknown.name} has a type that can't be transferred`);
  if (key.length === 0) throw new Error(`${name} has no primary key`);
  return { name, columns, key };
}
