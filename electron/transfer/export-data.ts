import Database from 'better-sqlite3';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { flushPath } from '../content/disk-threads';
import { flushFileSync } from '../content/flushing';
import { DATABASE_FILE } from '../database/health/missing-database';
import { migrate } from '../database/open';
import { findSchemaVersion, requireSchema } from '../database/postgres/migrate';
import { requireNoImport } from '../database/postgres/unfinished-import';
import { dropRebuiltParts } from '../database/rebuilt-parts';
import { migrations } from '../database/migrations';
import { createKysely } from '../database/statements';
import { fillSearchIndexes } from '../repair/search-queries';
import { copyStoredContents } from './content-copy';
import { withExclusiveClient } from './exclusive-client';
import type { TransferOptions, TransferResult } from './import-data';
import { PostgresRows } from './postgres-rows';
import { copyTable, listDifferent, type OnProgress } from './rows';
import { SqliteRows } from './sqlite-rows';
import { listTables, quote } from './table-shapes';

/**
 * Moves the community of a PostgreSQL database into a new data folder, with its identifiers, event log and keys, and
 * its stored contents from `contentFolder` or a bucket. Every row is compared. The database stays as it is, and must
 * not be hosted again. Throws while a host runs on the database, and if the folder holds a community.
 */
export async function exportData(
  data: string,
  { url, contentFolder, storage = null, onProgress }: TransferOptions,
): Promise<TransferResult> {
  if (existsSync(join(data, DATABASE_FILE))) throw new Error(`${data} already holds a community.`);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const path = join(data, UNFINISHED);
  removeDatabase(path);
  try {
    const tables = await withExclusiveClient(url, async (client) => {
      await begin(client);
      return writeDatabase(path, client, onProgress);
    });
    const contents = await copyStoredContents(
      { folder: contentFolder, storage },
      { folder: data, storage: null },
    );
    flushFileSync(path);
    renameSync(path, join(data, DATABASE_FILE));
    await flushPath(data);
    return { tables, contents };
  } finally {
    removeDatabase(path);
  }
}

/** The new database until it is complete. */
const UNFINISHED = 'exporting.db';

/** All is read as of one moment. */
async function begin(client: Client): Promise<void> {
  await requireSchema(client);
  await requireNoImport(client);
  if ((await findSchemaVersion(client)) !== migrations.length)
    throw new Error('Another version of Courtyard wrote the database. Start a host of this version once.');
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

async function writeDatabase(path: string, client: Client, onProgress: OnProgress): Promise<number> {
  const raw = new Database(path);
  try {
    raw.pragma('foreign_keys = OFF');
    migrate(raw);
    const tables = listTables(raw);
    const [from, to] = [new PostgresRows(client), new SqliteRows(raw)];
    raw.exec('BEGIN');
    const createParts = dropRebuiltParts(raw);
    for (const { name } of tables) raw.exec(`DELETE FROM ${quote(name)}`);
    for (const table of tables) await copyTable(table, { from, to, onProgress });
    createParts();
    onProgress('search', 0, false);
    await fillSearchIndexes(createKysely(raw));
    const different = await listDifferent(tables, from, to);
    if (different.length > 0)
      throw new Error(`The copy differs from the database (${different.join(', ')}).`);
    await continueCounters(raw, client);
    raw.exec('COMMIT');
    return tables.length;
  } finally {
    raw.close();
  }
}

/** The next event and the next identifier come after all that were given. */
async function continueCounters(raw: Database.Database, client: Client): Promise<void> {
  const { rows } = await client.query<{ seq: number; last_id: number }>(
    'SELECT seq, last_id FROM event_counter',
  );
  const { seq, last_id } = rows[0] ?? { seq: 0, last_id: 0 };
  raw.prepare("DELETE FROM sqlite_sequence WHERE name = 'event'").run();
  raw.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('event', ?)").run(seq);
  raw.prepare('UPDATE installation SET last_id = max(last_id, ?)').run(last_id);
}

function removeDatabase(path: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}
