import { DatabaseHealth } from '../health/health';
import type { Store } from '../open';
import { Writer } from '../writer';
import { createPostgresKysely, READERS, type Queryable } from './connection';
import { isServerFailure, toUnavailable } from './errors';
import { migratePostgres } from './migrate';
import { ReadingConnections } from './reading-connections';
import { requireNoImport } from './unfinished-import';
import { WritingConnection } from './writing-connection';

/** A community's database on a PostgreSQL server that several processes may share. */
export interface PostgresStore extends Store {
  postgres: { url: string; writing: WritingConnection; reading: Queryable };
}

/**
 * Connects to a PostgreSQL database and migrates its schema. Reads share a few connections; writes are grouped on a
 * connection of their own. Throws if the server can't be reached or a newer program wrote the database.
 */
export async function openPostgres(url: string, onLost: (error: unknown) => void): Promise<PostgresStore> {
  const writing = new WritingConnection(url);
  try {
    const client = await writing.connect();
    await migratePostgres(client);
    await requireNoImport(client);
  } catch (error) {
    await writing.close();
    throw error;
  }
  const reading = new ReadingConnections(url, READERS, onLost);
  const reader = createPostgresKysely(
    () => reading.lend(),
    () => reading,
  );
  const writingDb = createPostgresKysely(
    () => writing.lend(),
    () => writing.client,
    (query) => writing.send(query),
  );
  const health = new DatabaseHealth('', null);
  const writer = new Writer({ transactions: writing, raw: null }, writingDb, health);
  return {
    postgres: { url, writing, reading },
    folder: '',
    folderLock: null,
    health,
    writer,
    reader,
    read: (work) => work(reader).catch((error: unknown) => Promise.reject(toUnavailable(error) as Error)),
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
