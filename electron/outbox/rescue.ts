import BetterSqlite, { type Database } from 'better-sqlite3';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { parseJson } from '../../shared/parse-json';

/**
 * Copies the readable rows of a damaged outbox to a new file in the same folder; `open` creates its tables. The file is
 * renamed to `.rescued` only when it is complete; `finishRescue` then puts it in place, now or after a crash.
 */
export function rescueOutbox(file: string, open: (file: string) => Database): void {
  const partial = `${file}.partial`;
  removeDatabase(partial);
  const target = open(partial);
  try {
    copyReadable(file, target);
    target.pragma('wal_checkpoint(TRUNCATE)');
    // Removes the WAL files, which the renaming below would leave behind.
    target.pragma('journal_mode = DELETE');
  } finally {
    target.close();
  }
  renameSync(partial, `${file}.rescued`);
}

/**
 * Replaces a damaged file with its rescued copy. Renames the damaged file, which is never deleted, and returns its new
 * path; null if nothing was rescued.
 */
export function finishRescue(file: string): string | null {
  const rescued = `${file}.rescued`;
  if (!existsSync(rescued)) return null;
  const damagedFile = unusedDamagedName(file);
  // The main file is moved last: after a crash the next start can still finish this.
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, damagedFile + suffix);
  }
  renameSync(rescued, file);
  return damagedFile;
}

/** Returns whether a damaged file was ever replaced. */
export function wasRescued(file: string): boolean {
  return existsSync(`${file}.damaged-1`);
}

/** The largest range of row numbers in which single rows are tried. */
const MAX_GAP = 100_000;

type Row = Record<string, unknown>;

interface Table {
  name: string;
  /** The columns of its primary key. */
  key: [string, ...string[]];
  isUsable: (row: Row) => boolean;
}

const TABLES: Table[] = [
  {
    name: 'command',
    key: ['n'],
    isUsable: ({ input, error }) => isObject(input) && (error === null || isObject(error)),
  },
  { name: 'done', key: ['n'], isUsable: ({ input }) => isObject(input) },
  { name: 'made', key: ['key', 'place'], isUsable: () => true },
  { name: 'host_made', key: ['id'], isUsable: () => true },
  { name: 'reference', key: ['n', 'key'], isUsable: () => true },
  { name: 'upload', key: ['id'], isUsable: () => true },
  { name: 'settled', key: ['key'], isUsable: ({ ids }) => Array.isArray(parseText(ids)) },
];

function copyReadable(sourceFile: string, target: Database): void {
  let source: Database;
  try {
    // Read-only: closing it changes neither the file nor its write-ahead log.
    source = new BetterSqlite(sourceFile, { readonly: true });
  } catch {
    return;
  }
  try {
    for (const table of TABLES) copyTable(source, target, table);
  } finally {
    source.close();
  }
}

function copyTable(source: Database, target: Database, table: Table): void {
  const rows = readableRows(source, table).filter(table.isUsable);
  const columns = target.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table.name) as string[];
  const placeholders = columns.map((column) => `@${column}`).join(', ');
  const insert = target.prepare(
    `INSERT OR IGNORE INTO ${table.name} (${columns.join(', ')}) VALUES (${placeholders})`,
  );
  target.transaction(() => {
    for (const row of rows) {
      const values = Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
      try {
        insert.run(values);
      } catch {
        // A value doesn't fit its column: the row is damaged, and remains only in the damaged file.
      }
    }
  })();
}

/** Reads a table from both ends up to the first unreadable row, and then each command in between. */
function readableRows(source: Database, { name, key }: Table): Row[] {
  const found = new Map<string, Row>();
  const add = (row: Row) => void found.set(JSON.stringify(key.map((column) => row[column])), row);
  for (const direction of ['ASC', 'DESC']) {
    const order = key.map((column) => `${column} ${direction}`).join(', ');
    try {
      for (const row of source.prepare(`SELECT * FROM ${name} NOT INDEXED ORDER BY ${order}`).iterate()) {
        add(row as Row);
      }
      break;
    } catch {
      // The rows before the damage were read.
    }
  }
  if (name === 'command') readBetween(source, [...found.values()], add);
  return [...found.values()];
}

function readBetween(source: Database, rows: readonly Row[], add: (row: Row) => void): void {
  const known = new Set(rows.map((row) => Number(row['n'])));
  const sorted = [...known].toSorted((left, right) => left - right);
  const first = sorted[0] ?? 0;
  const last = sorted.at(-1) ?? 0;
  if (last - first > MAX_GAP) return;
  for (let n = first + 1; n < last; n++) {
    if (known.has(n)) continue;
    try {
      const row = source.prepare('SELECT * FROM command NOT INDEXED WHERE n = ?').get(n) as Row | undefined;
      if (row) add(row);
    } catch {
      // This row is unreadable.
    }
  }
}

function isObject(text: unknown): boolean {
  const value = parseText(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseText(text: unknown): unknown {
  return typeof text === 'string' ? parseJson(text) : undefined;
}

function unusedDamagedName(file: string): string {
  let number = 1;
  while (existsSync(`${file}.damaged-${number}`)) number++;
  return `${file}.damaged-${number}`;
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}
