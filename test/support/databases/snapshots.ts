import Database from 'better-sqlite3';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../../electron/database/open';
import type { Service, ServiceOptions } from '../../../electron/service';
import { importData } from '../../../electron/transfer/import-data';
import { createDatabase, dropDatabase, serverUrl, urlOfDatabase } from './databases';
import { lendDatabase, returnDatabase, rowsOf, type Rows } from './lasting-databases';
import { viewOfPostgres, viewOfSqlite, type DatabaseView } from './database-views';

/** A service on a database of its own. */
export interface Running {
  service: Service;
  view: DatabaseView;
  /** What `take` reads. */
  database: unknown;
}

type Open = (data: Pick<ServiceOptions, 'data' | 'database'>) => Promise<Service>;

/** How databases of tests are copied: within milliseconds, so that a test needn't register its people again. */
interface Snapshots {
  open: (snapshot: unknown, open: Open) => Promise<Running>;
  take: (running: Running, open: Open) => Promise<{ snapshot: unknown; running: Running }>;
  /** Takes a snapshot of the community in a data folder, which must not be open. */
  takeFolder: (data: string) => Promise<unknown>;
  /** Closes the service and opens another one on its database. */
  reopen: (running: Running, open: Open) => Promise<Running>;
  /** Closes the service and forgets its database. */
  close: (running: Running) => Promise<void>;
}

/** SQLite in memory: a snapshot is its bytes. */
const inMemory: Snapshots = {
  open: async (snapshot, open) => {
    const database = snapshot === null ? new Database(':memory:') : new Database(snapshot as Buffer);
    const service = await open({ data: database });
    const changes = database.prepare('SELECT total_changes()').pluck();
    return { service, view: viewOfSqlite(database, () => changes.get()), database };
  },
  take: (running) =>
    Promise.resolve({ snapshot: (running.database as Database.Database).serialize(), running }),
  takeFolder: (data) => {
    const database = new Database(join(data, DATABASE_FILE), { readonly: true });
    const image = database.serialize();
    database.close();
    // A database in memory has no write-ahead log.
    image.fill(LEGACY_JOURNAL, 18, 20);
    return Promise.resolve(image);
  },
  reopen: async ({ service, database }, open) => {
    await service.settled();
    const image = (database as Database.Database).serialize();
    await service.close();
    return inMemory.open(image, open);
  },
  close: ({ service }) => service.close(),
};

/** The version of the file format without a write-ahead log, for reading and for writing. */
const LEGACY_JOURNAL = 1;

/** PostgreSQL: a snapshot is the statements that insert its rows. */
const onServer: Snapshots = {
  open: async (snapshot, open) =>
    openOnServer(await lendDatabase((snapshot as Rows | null) ?? undefined), open),
  take: async (running) => {
    await running.service.settled();
    return { snapshot: await rowsOf(running.database as string), running };
  },
  takeFolder: async (data) => {
    const database = await createDatabase();
    // The stored contents may stay where they are.
    await importData(data, {
      url: urlOfDatabase(database),
      contentFolder: data,
      onProgress: () => undefined,
    });
    const rows = await rowsOf(database);
    dropDatabase(database);
    return rows;
  },
  reopen: async ({ service, view, database }, open) => {
    await Promise.all([service.close(), view.close()]);
    return openOnServer(database as string, open);
  },
  close: async ({ service, view, database }) => {
    await Promise.all([service.close(), view.close()]);
    returnDatabase(database as string);
  },
};

async function openOnServer(database: string, open: Open): Promise<Running> {
  const service = await open({ data: ':memory:', database: urlOfDatabase(database) });
  return { service, view: viewOfPostgres(database), database };
}

/** Those of the database that the tests run on. */
export const snapshots = serverUrl === undefined ? inMemory : onServer;
