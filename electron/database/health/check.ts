import type { Database } from 'better-sqlite3';
import { quotedName } from '../quoted-name.ts';
import { createCancelFlag, throwIfCancelled, type CancelFlag } from '../cancel-flag.ts';
import { isDamage } from '../sqlite-errors.ts';

/** A damaged part of a database. */
export interface Damage {
  /**
   * `table`: the rows themselves. `index` and `search`: can be rebuilt from the rows. `file`: a part of the file
   * without rows, or an unreadable file.
   */
  kind: 'table' | 'index' | 'search' | 'file';
  /** The table it belongs to; '' for the file. */
  table: string;
}

/** The worker thread's answer: the damaged parts (none if the database is sound), or why it could not be checked. */
export type CheckResult = { damage: Damage[] } | { error: string; code: string };

/** Databases larger than this many bytes are checked table by table, so that a shutdown waits for one table at most. */
const WHOLE_FILE_LIMIT = 256 * 1024 ** 2;
/** Above this size, in bytes, indexes are not compared with their tables. */
const COMPARED_LIMIT = 1024 ** 3;

/**
 * Checks a database and lists its damaged parts without duplicates. Nothing else may use the connection meanwhile.
 * Throws SQLite's error if not even the list of tables can be read, and an error once `flag` is set.
 */
export function checkDatabase(raw: Database, flag: CancelFlag = createCancelFlag()): Damage[] {
  const size = sizeOf(raw);
  const check = size > COMPARED_LIMIT ? 'quick_check' : 'integrity_check';
  const isWhole = size <= WHOLE_FILE_LIMIT;
  if (isWhole && runCheck(raw, `${check}(1)`).length === 0) return [];
  const schema = readSchema(raw);
  const found = schema.tables.flatMap((table) => {
    throwIfCancelled(flag);
    return runCheck(raw, `${check}(${quotedName(table)})`).map((line) => damageOf(raw, schema, table, line));
  });
  if (isWhole && found.length === 0) return [{ kind: 'file', table: '' }];
  return [...new Map(found.map((damage) => [`${damage.kind} ${damage.table}`, damage])).values()];
}

/** Whether everything damaged can be rebuilt from intact rows. */
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
  /** Ordinary and virtual tables. */
  tables: readonly string[];
  /** Maps shadow tables to the virtual table whose data they store. */
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

/** The messages of a check. A check that aborts because of damage counts as a message too. */
function runCheck(raw: Database, pragma: string): string[] {
  try {
    const rows = raw.prepare(`PRAGMA ${pragma}`).pluck().all() as string[];
    const lines = rows.flatMap((row) => row.split('\n'));
    return lines.filter((line) => line !== 'ok' && !line.startsWith('*** in database'));
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [CHECK_ABORTED];
  }
}

const CHECK_ABORTED = 'the check broke off';

function damageOf(raw: Database, schema: SchemaParts, table: string, line: string): Damage {
  const owner = schema.shadows.get(table);
  if (owner !== undefined) return { kind: 'search', table: owner };
  const parts = schema.parts.filter(({ tbl_name }) => tbl_name === table);
  if (parts.some(({ rootpage }) => rootpage === 0)) return { kind: 'search', table };
  if (line === CHECK_ABORTED) return { kind: isReadable(raw, table) ? 'index' : 'table', table };
  const part = findNamedPart(parts, line) ?? parts.find(({ name }) => hasPage(raw, name, line));
  return { kind: part?.type === 'index' ? 'index' : 'table', table };
}

/** The table or index that a message refers to, by root page or name. */
function findNamedPart(parts: readonly SchemaPart[], line: string): SchemaPart | undefined {
  const root = Number(/\bTree (\d+)/.exec(line)?.[1] ?? 0);
  if (root > 0) return parts.find(({ rootpage }) => rootpage === root);
  const index = /\bindex (\S+)/.exec(line)?.[1];
  return index === undefined ? undefined : parts.find(({ name }) => name === index);
}

/** Whether all rows of a table can be read without using its indexes. */
function isReadable(raw: Database, table: string): boolean {
  try {
    for (const _ of raw
      .prepare(`SELECT * FROM ${quotedName(table)} NOT INDEXED`)
      .raw()
      .iterate())
      continue;
    return true;
  } catch {
    return false;
  }
}

/** Whether the page that a message mentions belongs to a table or an index. */
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
