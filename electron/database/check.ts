import type { Database } from 'better-sqlite3';
import { isDamage } from './failures.ts';

/** One part of a database that a check found damaged. */
export interface Damage {
  /**
   * `table`: rows themselves. `index` and `search`: what can be made anew from the rows. `file`: a part of the file that
   * holds no rows, or a file that cannot be read at all.
   */
  kind: 'table' | 'index' | 'search' | 'file';
  /** The table that it belongs to; '' for the file. */
  table: string;
}

/** Above this size, in bytes, tables are checked one by one, so that a stop never waits for more than one of them. */
const WHOLE_FILE_LIMIT = 256 * 1024 ** 2;
/** Above this size indexes are not compared with their tables. */
const COMPARED_LIMIT = 1024 ** 3;

/**
 * Checks a database and lists its damaged parts, each once. `raw` is a connection that nothing else uses meanwhile.
 * Throws SQLite's own error where not even the list of tables can be read.
 */
export function checkDatabase(raw: Database): Damage[] {
  const size = sizeOf(raw);
  const check = size > COMPARED_LIMIT ? 'quick_check' : 'integrity_check';
  const isWhole = size <= WHOLE_FILE_LIMIT;
  if (isWhole && linesOf(raw, `${check}(1)`).length === 0) return [];
  const schema = readSchema(raw);
  const found = schema.tables.flatMap((table) =>
    linesOf(raw, `${check}(${quote(table)})`).map((line) => damageOf(raw, schema, table, line)),
  );
  if (isWhole && found.length === 0) return [{ kind: 'file', table: '' }];
  return [...new Map(found.map((one) => [`${one.kind} ${one.table}`, one])).values()];
}

/** Whether everything that is damaged can be made anew from rows that are not. */
export function isRepairable(damage: readonly Damage[]): boolean {
  return damage.every(({ kind }) => kind !== 'table');
}

interface SchemaPart {
  type: string;
  name: string;
  tbl_name: string;
  rootpage: number;
}

interface SchemaParts {
  parts: readonly SchemaPart[];
  /** Tables with pages of their own, and virtual ones. */
  tables: readonly string[];
  /** Tables in which a virtual table keeps its data -> the virtual table. */
  shadows: ReadonlyMap<string, string>;
}

function readSchema(raw: Database): SchemaParts {
  const parts = raw
    .prepare("SELECT type, name, tbl_name, rootpage FROM sqlite_schema WHERE type IN ('table', 'index')")
    .all() as SchemaPart[];
  const tables = parts.filter(({ type }) => type === 'table').map(({ name }) => name);
  const virtual = parts.filter(({ type, rootpage }) => type === 'table' && rootpage === 0);
  const shadows = new Map(
    virtual.flatMap(({ name: owner }) =>
      tables.filter((name) => name.startsWith(`${owner}_`)).map((name) => [name, owner] as const),
    ),
  );
  return { parts, tables: ['sqlite_schema', ...tables], shadows };
}

/** What a check complains of. One that breaks off has found damage too, wherever that is. */
function linesOf(raw: Database, pragma: string): string[] {
  try {
    const rows = raw.prepare(`PRAGMA ${pragma}`).pluck().all() as string[];
    const lines = rows.flatMap((row) => row.split('\n'));
    return lines.filter((line) => line !== 'ok' && !line.startsWith('*** in database'));
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [BROKEN_OFF];
  }
}

const BROKEN_OFF = 'the check broke off';

function damageOf(raw: Database, schema: SchemaParts, table: string, line: string): Damage {
  const { parts, shadows } = schema;
  const owner = shadows.get(table);
  if (owner !== undefined) return { kind: 'search', table: owner };
  const own = parts.filter(({ tbl_name }) => tbl_name === table);
  if (own.some(({ rootpage }) => rootpage === 0)) return { kind: 'search', table };
  if (line === BROKEN_OFF) return { kind: isReadable(raw, table) ? 'index' : 'table', table };
  const part = namedPart(own, line) ?? own.find(({ name }) => hasPage(raw, name, line));
  return { kind: part?.type === 'index' ? 'index' : 'table', table };
}

/** The table or index that a complaint names, by its first page or its name. */
function namedPart(own: readonly SchemaPart[], line: string): SchemaPart | undefined {
  const root = Number(/\bTree (\d+)/.exec(line)?.[1] ?? 0);
  if (root > 0) return own.find(({ rootpage }) => rootpage === root);
  const index = /\bindex (\S+)/.exec(line)?.[1];
  return index === undefined ? undefined : own.find(({ name }) => name === index);
}

/** Whether all rows of a table can be read without its indexes. */
function isReadable(raw: Database, table: string): boolean {
  try {
    for (const _ of raw
      .prepare(`SELECT * FROM ${quote(table)} NOT INDEXED`)
      .raw()
      .iterate())
      continue;
    return true;
  } catch {
    return false;
  }
}

/** Whether the page of which a complaint speaks belongs to a table or an index. */
function hasPage(raw: Database, name: string, line: string): boolean {
  const page = /\bpage (\d+)/.exec(line)?.[1];
  if (page === undefined) return false;
  try {
    const pages = raw.prepare('SELECT 1 FROM dbstat WHERE name = ? AND pageno = ?');
    return pages.get(name, Number(page)) !== undefined;
  } catch {
    return false;
  }
}

function sizeOf(raw: Database): number {
  const pragma = (name: string) => raw.pragma(name, { simple: true }) as number;
  return pragma('page_count') * pragma('page_size');
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
