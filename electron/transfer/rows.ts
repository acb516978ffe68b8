import { createHash } from 'node:crypto';
import type { TableShape } from './table-shapes';

export type Value = number | string | Buffer | null;
/** The values of one row, in the order of the table's columns. */
export type TableRow = readonly Value[];

/** The rows of one of the two databases. */
export interface Rows {
  /** The next rows in the order of the primary key, after a row or from the beginning. */
  readAfter: (table: TableShape, after: TableRow | null, limit: number) => Promise<TableRow[]>;
  /** The row with the greatest primary key; null if there is none. */
  last: (table: TableShape) => Promise<TableRow | null>;
  insert: (table: TableShape, rows: readonly TableRow[]) => Promise<void>;
}

/** Called while a table is worked on and once it is complete: how many rows are done. */
export type OnProgress = (table: string, done: number, isComplete: boolean) => void;

/** Copies the rows of a table, and goes on after those that are there from an earlier run. */
export async function copyTable(
  table: TableShape,
  { from, to, onProgress }: { from: Rows; to: Rows; onProgress: OnProgress },
): Promise<void> {
  let done = 0;
  for (let last = await to.last(table); ;) {
    const rows = await from.readAfter(table, last, PAGE);
    if (rows.length === 0) {
      if (done > 0) onProgress(table.name, done, true);
      return;
    }
    await to.insert(table, rows);
    onProgress(table.name, (done += rows.length), false);
    last = rows.at(-1) ?? null;
  }
}

/** What tells whether two tables are equal. */
export interface TableDigest {
  rows: number;
  /** SHA-256 of all rows in the order of the primary key, in hexadecimal. */
  hash: string;
}

/** Reads all rows of a table. */
export async function digestTable(table: TableShape, from: Rows): Promise<TableDigest> {
  const hash = createHash('sha256');
  let count = 0;
  for (let last: TableRow | null = null; ;) {
    const rows: TableRow[] = await from.readAfter(table, last, PAGE);
    for (const row of rows) hash.update(`${JSON.stringify(row)}\n`);
    count += rows.length;
    last = rows.at(-1) ?? null;
    if (last === null) return { rows: count, hash: hash.digest('hex') };
  }
}

/** Compares all tables of two databases; returns the names of those that differ. */
export async function listDifferent(
  tables: readonly TableShape[],
  one: Rows,
  other: Rows,
): Promise<string[]> {
  const different: string[] = [];
  for (const table of tables) {
    const [first, second] = [await digestTable(table, one), await digestTable(table, other)];
    if (first.rows !== second.rows || first.hash !== second.hash) different.push(table.name);
  }
  return different;
}

/** Rows that are read and inserted at once. */
const PAGE = 500;
