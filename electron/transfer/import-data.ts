import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { PostgresPoolClient } from 'kysely';
import type { Client } from 'pg';
import type { S3Options } from '../content/s3/s3-address';
import { connect } from '../database/connect';
import type { Db } from '../database/db';
import { lockDataFolder } from '../database/lock';
import { DATABASE_FILE } from '../database/health/missing-database';
import { migrate } from '../database/open';
import { createPostgresKysely } from '../database/postgres/connection';
import { migratePostgres } from '../database/postgres/migrate';
import { findImport, IMPORT_TABLE } from '../database/postgres/unfinished-import';
import { SEARCH_COLUMNS } from '../database/full-text';
import { fillSearchIndexes } from '../repair/search-queries';
import { programCommand } from '../commands/program-command';
import { hasAutomaticStandby } from '../standby/queries';
import { requireNoStandby } from '../standby/copy/standby-folder';
import { readSuccessor, supersededMessage } from '../standby/succession/successor';
import { copyStoredContents } from './content-copy';
import { withExclusiveClient } from './exclusive-client';
import { PostgresRows } from './postgres-rows';
import { copyTable, listDifferent, type OnProgress } from './rows';
import { SqliteRows } from './sqlite-rows';
import { listTables, quote, type TableShape } from './table-shapes';

/** How much was copied between a data folder and PostgreSQL. */
export interface TransferResult {
  /** Tables with rows of their own that were copied and compared. */
  tables: number;
  /** Contents that were copied; those that were there already don't count. */
  contents: number;
}

/** The database and the contents that are not in a data folder of the program. */
export interface TransferOptions {
  url: string;
  /** The folder of the contents, or of what is on its way to the bucket. */
  contentFolder: string;
  /** The bucket of the contents; absent for the folder. */
  storage?: S3Options | null;
  onProgress: OnProgress;
}

/**
 * Moves the community of a data folder into an empty PostgreSQL database, with its identifiers, event log and keys, and
 * its stored contents into `contentFolder` or a bucket. Every row is compared. An import that was interrupted goes on
 * where it was; until it is finished, no host opens the database. The data folder stays as it is, and must not be
 * hosted again. Throws if a host runs on either, the database holds another community, or a standby would take over
 * meanwhile.
 */
export async function importData(
  data: string,
  { url, contentFolder, storage = null, onProgress }: TransferOptions,
): Promise<TransferResult> {
  requireSource(data);
  const lock = lockDataFolder(data);
  let opened: Database | undefined;
  try {
    const raw = (opened = connect(join(data, DATABASE_FILE)));
    migrate(raw);
    if (hasAutomaticStandby(raw)) throw new Error(automaticStandbyMessage(data));
    return await withExclusiveClient(url, async (client) => {
      const tables = listTables(raw);
      await begin(client, raw, tables);
      await copyRows(client, raw, { tables, onProgress });
      const contents = await copyStoredContents(
        { folder: data, storage: null },
        { folder: contentFolder, storage },
      );
      // Without statistics, the planner reads whole tables for a page until the server gathers them by itself.
      await client.query('ANALYZE');
      await client.query(`DROP TABLE ${IMPORT_TABLE}`);
      return { tables: tables.length, contents };
    });
  } finally {
    opened?.close();
    lock.release();
  }
}

function requireSource(data: string): void {
  if (!existsSync(join(data, DATABASE_FILE))) throw new Error(`There is no database in ${data}.`);
  requireNoStandby(data);
  const successor = readSuccessor(data);
  if (successor !== null) throw new Error(supersededMessage(successor));
}

function automaticStandbyMessage(data: string): string {
  return `While no host runs on ${data}, its standby takes over with the help of the witness. Start the host, remove the witness in Settings → Standby, stop the host and import again. If both computers are lost: ${programCommand('--data', data, '--remove-witness')}`;
}

/** Prepares an empty database, or goes on with one in which an import of the same community was interrupted. */
async function begin(client: Client, raw: Database, tables: readonly TableShape[]): Promise<void> {
  await migratePostgres(client);
  const source = raw.prepare("SELECT value FROM meta WHERE key = 'log'").pluck().get() as string;
  const unfinished = await findImport(client);
  if (unfinished === source) return;
  if (unfinished !== null)
    throw new Error('An import of another community into this database was not finished.');
  const { rows: communities } = await client.query('SELECT id FROM community');
  if (communities.length > 0) throw new Error('The database already holds a community. Name an empty one.');
  const names = tables.map(({ name }) => quote(name));
  await client.query('BEGIN');
  // The migrations may have inserted rows.
  await client.query(`TRUNCATE ${names.join(', ')}`);
  // Triggers count what is inserted, but the counts are copied, too.
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await client.query(`CREATE TABLE ${IMPORT_TABLE} (source text NOT NULL)`);
  await client.query(`INSERT INTO ${IMPORT_TABLE} VALUES ($1)`, [source]);
  await client.query('COMMIT');
}

async function copyRows(
  client: Client,
  raw: Database,
  { tables, onProgress }: { tables: readonly TableShape[]; onProgress: OnProgress },
): Promise<void> {
  const [from, to] = [new SqliteRows(raw), new PostgresRows(client)];
  for (const table of tables) await copyTable(table, { from, to, onProgress });
  const different = await listDifferent(tables, from, to);
  if (different.length > 0)
    throw new Error(
      `The copy differs from the data folder (${different.join(', ')}), which has changed since the import began. Empty the database and import again.`,
    );
  await client.query('BEGIN');
  onProgress('search', 0, false);
  await client.query(`TRUNCATE ${Object.keys(SEARCH_COLUMNS).join(', ')}`);
  await fillSearchIndexes(kyselyOn(client));
  const { seq, last_id } = raw.prepare(COUNTERS).get() as { seq: number; last_id: number };
  await client.query('UPDATE event_counter SET seq = $1, last_id = $2', [seq, last_id]);
  for (const { name } of tables) await client.query(`ALTER TABLE ${quote(name)} ENABLE TRIGGER USER`);
  await client.query('COMMIT');
}

/** Events may have been deleted: the log goes on after the last number that was given. */
const COUNTERS = `
  SELECT max((SELECT coalesce(max(seq), 0) FROM event),
             coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'event'), 0)) AS seq,
         (SELECT max(last_id) FROM installation) AS last_id`;

/** Kysely on one connection, which it neither opens nor closes. */
function kyselyOn(client: Client): Db {
  const query = client.query.bind(client) as PostgresPoolClient['query'];
  const lent = Promise.resolve({ query, release: () => undefined });
  return createPostgresKysely(
    () => lent,
    () => client,
  );
}
