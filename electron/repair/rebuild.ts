import Database from 'better-sqlite3';
import { migrate } from '../database/open';

/**
 * Copies every row of a database into a new one at `to`, which is left open, in an open transaction and with its full-text
 * indexes empty. Rows are read from the tables alone, so that nothing of a damaged index is believed. Throws where a
 * table cannot be read, or its rows contradict each other.
 */
export function copyRows(from: string, to: string): Database.Database {
  const raw = new Database(to);
  try {
    raw.pragma('foreign_keys = OFF');
    raw.pragma('temp_store = MEMORY');
    raw.prepare('ATTACH ? AS damaged').run(from);
    migrate(raw, raw.pragma('damaged.user_version', { simple: true }) as number);
    raw.exec('BEGIN');
    const parts = raw.prepare(REBUILT_PARTS).all() as { type: string; name: string; sql: string }[];
    for (const { type, name } of parts) raw.exec(`DROP ${type} ${quote(name)}`);
    for (const table of raw.prepare(TABLES).pluck().all() as string[]) copyTable(raw, table);
    for (const { sql } of parts) raw.exec(sql);
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** Closes the rebuilt database; throws where a row refers to one that is not there. */
export function finishCopy(raw: Database.Database): void {
  raw.exec('COMMIT; DETACH damaged');
  const broken = raw.pragma('foreign_key_check') as { table: string }[];
  if (broken.length > 0) throw new Error(`rows of ${broken[0]?.table} refer to rows that are not there`);
}

/** What is made anew from rows: indexes that tables do not make themselves, and triggers, which must not run meanwhile. */
const REBUILT_PARTS =
  "SELECT type, name, sql FROM main.sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL";

/** Tables with rows of their own; those in which an index of FTS5 keeps its data are filled through it. */
const TABLES = `
  SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND name NOT IN ('sqlite_schema')
  ORDER BY name = 'sqlite_sequence', name`;

function copyTable(raw: Database.Database, table: string): void {
  const name = quote(table);
  const columns = raw.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[];
  const list = columns.map(quote).join(', ');
  raw.exec(`DELETE FROM main.${name}`);
  raw.exec(`INSERT INTO main.${name} (${list}) SELECT ${list} FROM damaged.${name} NOT INDEXED`);
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
