import Database from 'better-sqlite3';
import { quotedName } from '../database/quoted-name';
import { migrate } from '../database/open';
import { dropRebuiltParts } from '../database/rebuilt-parts';

/**
 * Copies every row of a database to a new one at `to`, which is returned open, inside a transaction and with empty
 * full-text indexes. Rows are read from tables without indexes, because those may be damaged. Throws if a table
 * cannot be read or its rows are inconsistent.
 */
export function copyRows(from: string, to: string): Database.Database {
  const raw = new Database(to);
  try {
    raw.pragma('foreign_keys = OFF');
    raw.pragma('temp_store = MEMORY');
    raw.prepare('ATTACH ? AS damaged').run(from);
    migrate(raw, raw.pragma('damaged.user_version', { simple: true }) as number);
    raw.exec('BEGIN');
    const createParts = dropRebuiltParts(raw);
    for (const table of raw.prepare(TABLES).pluck().all() as string[]) copyTable(raw, table);
    createParts();
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** Commits and closes the rebuilt database; throws if a row refers to a missing one. */
export function finishCopy(raw: Database.Database): void {
  raw.exec('COMMIT; DETACH damaged');
  const broken = raw.pragma('foreign_key_check') as { table: string }[];
  if (broken.length > 0) throw new Error(`rows of ${broken[0]?.table} refer to rows that are not there`);
}

/** Tables with rows of their own; shadow tables of FTS5 indexes are filled through the index. */
const TABLES = `
  SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND name NOT IN ('sqlite_schema')
  ORDER BY name = 'sqlite_sequence', name`;

function copyTable(raw: Database.Database, table: string): void {
  const name = quotedName(table);
  const columns = raw.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[];
  const list = columns.map(quotedName).join(', ');
  raw.exec(`DELETE FROM main.${name}`);
  raw.exec(`INSERT INTO main.${name} (${list}) SELECT ${list} FROM damaged.${name} NOT INDEXED`);
}
