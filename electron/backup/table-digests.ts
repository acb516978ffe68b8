import type { Database } from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { quotedName } from '../database/quoted-name.ts';

/**
 * For each table its row count and a checksum of its first and last rows: enough to notice that two copies of a
 * database differ.
 */
export type TableDigests = Record<string, { rows: number; sample: string }>;

/** Computes the digests of all tables. If others write to the database meanwhile, call it inside a transaction. */
export function digestTables(raw: Database): TableDigests {
  const tables = raw.prepare(TABLES).pluck().all() as string[];
  return Object.fromEntries(tables.map((table) => [table, digestTable(raw, table)]));
}

/** Names of the tables whose digests differ, sorted. */
export function listDifferingTables(a: TableDigests, b: TableDigests): string[] {
  const tables = new Set([...Object.keys(a), ...Object.keys(b)]);
  const differ = (table: string) =>
    a[table]?.rows !== b[table]?.rows || a[table]?.sample !== b[table]?.sample;
  return [...tables].filter(differ).sort();
}

/** How many rows of each end of a table are part of its checksum. */
const SAMPLE_ROWS = 500;

/** Virtual tables store their data in shadow tables, which this query includes. */
const TABLES = `
  SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type IN ('table', 'shadow') AND name <> 'sqlite_schema' ORDER BY name`;

function digestTable(raw: Database, table: string): { rows: number; sample: string } {
  const quoted = quotedName(table);
  const columns = raw.prepare('SELECT name, pk FROM pragma_table_info(?)').all(table) as Column[];
  const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  const order = (key.length > 0 ? key : columns).map(({ name }) => quotedName(name));
  const hash = createHash('sha256');
  for (const direction of ['ASC', 'DESC']) {
    const sorted = order.map((column) => `${column} ${direction}`).join(', ');
    const rows = raw
      .prepare(`SELECT * FROM ${quoted} ORDER BY ${sorted} LIMIT ${SAMPLE_ROWS}`)
      .raw()
      .safeIntegers();
    for (const row of rows.iterate() as Iterable<unknown[]>) {
      for (const value of row) {
        hash
          .update(`${typeof value} `)
          .update(Buffer.isBuffer(value) ? value : String(value))
          .update('\0');
      }
    }
  }
  const rows = raw.prepare(`SELECT count(*) FROM ${quoted}`).pluck().get() as number;
  return { rows, sample: hash.digest('hex') };
}

interface Column {
  name: string;
  /** Position in the primary key, starting at 1; 0 for other columns. */
  pk: number;
}
