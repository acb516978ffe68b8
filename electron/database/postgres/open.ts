import type { Client } from 'pg';
import { registerChanges } from '../caching/change-counts';
import { DatabaseHealth } from '../health/health';
import type { Store } from '../open';
import { Writer } from '../writer';
import { createCommandClient, createPostgresKysely, READ_CONNECTIONS, type Queryable } from './connection';
import { isServerFailure, toUnavailable } from './errors';
import { migratePostgres, requireSchema } from './migrate';
import { ReadingConnections } from './reading-connections';
import { explainDatabaseError } from './start-errors';
import { requireNoImport } from './unfinished-import';
import { readCascadeTargets, SharedChangeTracker } from './shared-change-tracker';
import { WritingConnection } from './writing-connection';

/** A community's database on a PostgreSQL server that several processes may share. */
export interface PostgresStore extends Store {
  postgres: { url: string; writing: WritingConnection; reading: Queryable };
}

/**
 * Connects to a PostgreSQL database and migrates its schema. Reads share a few connections; writes are grouped on a
 * connection of their own. Throws if the server can't be reached or a newer program wrote the database. `onMigration`
 * is called with the name of each migration that begins.
 */
export async function openPostgres(
  url: string,
  onLost: (error: unknown) => void,
  onMigration?: (name: string) => void,
): Promise<PostgresStore> {
  await migrateSchema(url, onMigration);
  let changes: SharedChangeTracker | undefined;
  const reading = new ReadingConnections(url, READ_CONNECTIONS, (error) => {
    changes?.reset();
    onLost(error);
  });
  try {
    changes = await openChangeTracker(reading);
  } catch (error) {
    await reading.close();
    throw error;
  }
  const writing = new WritingConnection(url, changes);
  const createReader = () =>
    createPostgresKysely(
      () => reading.lend(),
      () => reading,
    );
  const reader = createReader();
  const cached = createReader();
  registerChanges(cached, changes, false);
  const writingDb = createPostgresKysely(
    () => writing.lend(),
    () => writing,
    (query) => writing.send(query),
  );
  registerChanges(writingDb, changes, true, () => writing.isOpen);
  const health = new DatabaseHealth('', null);
  const writer = new Writer({ transactions: writing, raw: null }, writingDb, health);
  return {
    postgres: { url, writing, reading },
    folder: '',
    folderLock: null,
    health,
    writer,
    reader,
    read: (work) =>
      changes
        .read(cached, reader, work)
        .catch((error: unknown) => Promise.reject(toUnavailable(error) as Error)),
    isOutage: isServerFailure,
    files: null,
    checkpoint: () => Promise.resolve(false),
    close: async () => {
      await writer.close();
      await writing.close();
      await reading.close();
    },
  };
}

/** Loads the change counts. Throws if an import into the database wasn't finished. */
async function openChangeTracker(reading: ReadingConnections): Promise<SharedChangeTracker> {
  await requireNoImport(reading);
  const changes = new SharedChangeTracker(reading.query, await readCascadeTargets(reading));
  await changes.load();
  return changes;
}

/** Throws if a database has no schema of Courtyard, or its server can't be reached. */
export function requireCommunityIn(url: string): Promise<void> {
  return withTemporaryConnection(url, requireSchema);
}

/** Migrates the schema on a connection without timeouts: it may take long, or wait for another process. */
function migrateSchema(url: string, onMigration?: (name: string) => void): Promise<void> {
  return withTemporaryConnection(url, (client) => migratePostgres(client, onMigration));
}

async function withTemporaryConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createCommandClient(url);
  // `work` throws the error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw explainDatabaseError(error, url);
  } finally {
    await client.end().catch(() => undefined);
  }
}
