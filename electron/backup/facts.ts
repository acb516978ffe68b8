import type { Database } from 'better-sqlite3';
import { createHash } from 'node:crypto';

/** What a database holds, in few words: of each table how many rows, and a checksum of its first and last ones. */
export type Facts = Record<string, { rows: number; sample: string }>;

/** Reads the facts of a database; `raw` stands in a transaction where others write meanwhile. */
export function factsOf(raw: Database): Facts {
  const tables = raw.prepare(TABLES).pluck().all() as string[];
  return Object.fromEntries(tables.map((table) => [table, factsOfTable(raw, table)]));
}

/** The tables in which two databases differ, in the order of the alphabet. */
export function differencesOf(one: Facts, other: Facts): string[] {
  const tables = new Set([...Object.keys(one), ...Object.keys(other)]);
  const differ = (table: string) =>
    one[table]?.rows !== other[table]?.rows || one[table]?.sample !== other[table]?.sample;
  return [...tables].filter(differ).sort();
}

/** Rows of each end of a table that its checksum is of. */
const SAMPLE = 500;

/** Virtual tables lie in tables of their own, which are among these. */
const TABLES = `
  SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type IN ('table', 'shadow') AND name <> 'sqlite_schema' ORDER BY name`;

function factsOfTable(raw: Database, table: string): { rows: number; sample: string } {
  const quoted = `"${table.replaceAll('"', '""')}"`;
  const columns = raw.prepare('SELECT name, pk FROM pragma_table_info(?)').all(table) as Column[];
  const key = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk);
  const order = (key.length > 0 ? key : columns).map(({ name }) => `"${name.replaceAll('"', '""')}"`);
  const hash = createHash('sha256');
  for (const way of ['ASC', 'DESC']) {
    const sorted = order.map((column) => `${column} ${way}`).join(', ');
    const rows = raw
      .prepare(`SELECT * FROM ${quoted} ORDER BY ${sorted} LIMIT ${SAMPLE}`)
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
  /** The place in the primary key, from 1; 0 for none. */
  pk: number;
}
