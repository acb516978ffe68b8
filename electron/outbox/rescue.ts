import BetterSqlite, { type Database } from 'better-sqlite3';
import { existsSync, renameSync, rmSync } from 'node:fs';

/**
 * Copies what can be read of a damaged outbox to a new file beside it, in which `open` makes the tables. The new file
 * gets its lasting name only once it is complete; `finishRescue` then puts it in place, now or after a crash.
 */
export function rescueOutbox(file: string, open: (file: string) => Database): void {
  const partial = `${file}.partial`;
  removeDatabase(partial);
  const to = open(partial);
  try {
    copyReadable(file, to);
    to.pragma('wal_checkpoint(TRUNCATE)');
    // Leaves nothing beside the file that the renaming would have to take along.
    to.pragma('journal_mode = DELETE');
  } finally {
    to.close();
  }
  renameSync(partial, `${file}.rescued`);
}

/**
 * Puts a rescued file in the place of the damaged one, which gets another name beside it and is never deleted. Returns
 * that name; null if nothing was rescued.
 */
export function finishRescue(file: string): string | null {
  const rescued = `${file}.rescued`;
  if (!existsSync(rescued)) return null;
  const aside = freeName(file);
  // The main file last: while it is there, a crash leaves the rest of this work to the next start.
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  renameSync(rescued, file);
  return aside;
}

/** Whether a damaged file was ever set aside. */
export function wasRescued(file: string): boolean {
  return existsSync(`${file}.damaged-1`);
}

/** Rows that are tried one by one between the first and the last unreadable one. */
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
  { name: 'settled', key: ['key'], isUsable: ({ ids }) => Array.isArray(parsed(ids)) },
];

function copyReadable(from: string, to: Database): void {
  let raw: Database;
  try {
    // Without the right to write, closing it leaves the file and its log as they are.
    raw = new BetterSqlite(from, { readonly: true });
  } catch {
    return;
  }
  try {
    for (const table of TABLES) copyTable(raw, to, table);
  } finally {
    raw.close();
  }
}

function copyTable(raw: Database, to: Database, table: Table): void {
  const rows = readableRows(raw, table).filter(table.isUsable);
  const columns = to.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table.name) as string[];
  const values = columns.map((column) => `@${column}`).join(', ');
  const insert = to.prepare(`INSERT OR IGNORE INTO ${table.name} (${columns.join(', ')}) VALUES (${values})`);
  to.transaction(() => {
    for (const row of rows) {
      const given = Object.fromEntries(columns.map((one) => [one, row[one] ?? null]));
      try {
        insert.run(given);
      } catch {
        // A value that doesn't fit its column: the row is damaged, and stays in the file that is set aside.
      }
    }
  })();
}

/** Reads a table from both ends up to the first unreadable row, and tries each command between. */
function readableRows(raw: Database, { name, key }: Table): Row[] {
  const found = new Map<string, Row>();
  const add = (row: Row) => void found.set(JSON.stringify(key.map((column) => row[column])), row);
  for (const direction of ['ASC', 'DESC']) {
    const order = key.map((column) => `${column} ${direction}`).join(', ');
    try {
      for (const row of raw.prepare(`SELECT * FROM ${name} NOT INDEXED ORDER BY ${order}`).iterate()) {
        add(row as Row);
      }
      break;
    } catch {
      // What comes before the damage was read.
    }
  }
  if (name === 'command') readBetween(raw, [...found.values()], add);
  return [...found.values()];
}

function readBetween(raw: Database, rows: readonly Row[], add: (row: Row) => void): void {
  const known = new Set(rows.map((row) => Number(row['n'])));
  const sorted = [...known].toSorted((one, other) => one - other);
  const first = sorted[0] ?? 0;
  const last = sorted.at(-1) ?? 0;
  if (last - first > MAX_GAP) return;
  for (let n = first + 1; n < last; n++) {
    if (known.has(n)) continue;
    try {
      const row = raw.prepare('SELECT * FROM command NOT INDEXED WHERE n = ?').get(n) as Row | undefined;
      if (row) add(row);
    } catch {
      // This one is lost.
    }
  }
}

function isObject(text: unknown): boolean {
  const value = parsed(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function freeName(file: string): string {
  let number = 1;
  while (existsSync(`${file}.damaged-${number}`)) number++;
  return `${file}.damaged-${number}`;
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}
