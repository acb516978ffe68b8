import type { Client } from 'pg';
import { registerChanges } from '../caching/change-counts';
import { DatabaseHealth } from '../health/health';
import type { Store } from '../open';
import { Writer } from '../writer';
import { createCommandClient, createPostgresKysely, READERS, type Queryable } from './connection';
import { isServerFailure, toUnavailable } from './errors';
import { migratePostgres, requireSchema } from './migrate';
import { ReadingConnections } from './reading-connections';
import { explainDatabaseError } from './start-errors';
import { requireNoImport } from './unfinished-import';
import { findDependents, SharedChanges } from './shared-changes';
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
  await migrateAlone(url, onMigration);
  let changes: SharedChanges | undefined;
  const reading = new ReadingConnections(url, READERS, (error) => {
    changes?.forget();
    onLost(error);
  });
  try {
    changes = await prepare(reading);
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

/** Throws if the database isn't complete. */
async function prepare(reading: ReadingConnections): Promise<SharedChanges> {
  await requireNoImport(reading);
  const changes = new SharedChanges(reading.query, await findDependents(reading));
  await changes.begin();
  return changes;
}

/** Throws if Courtyard has never used a database, or its server can't be reached. */
export function requireCommunityIn(url: string): Promise<void> {
  return onConnectionOfItsOwn(url, requireSchema);
}

/** Migrates on a connection that has no time-outs, however long it takes or another process does. */
function migrateAlone(url: string, onMigration?: (name: string) => void): Promise<void> {
  return onConnectionOfItsOwn(url, (client) => migratePostgres(client, onMigration));
}

async function onConnectionOfItsOwn<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createCommandClient(url);
  // What runs on it throws the error.
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
