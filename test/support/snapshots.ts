import Database from 'better-sqlite3';
import type { Service, ServiceOptions } from '../../electron/service';
import { createDatabase, dropDatabase, serverUrl, urlOfDatabase } from './databases';

/** A service on a database of its own. */
export interface Running {
  service: Service;
  /** What `take` reads. */
  database: unknown;
}

type Open = (data: Pick<ServiceOptions, 'data' | 'database'>) => Promise<Service>;

/** How databases of tests are copied: within milliseconds, so that a test needn't register its people again. */
interface Snapshots {
  open: (snapshot: unknown, open: Open) => Promise<Running>;
  take: (running: Running, open: Open) => Promise<{ snapshot: unknown; running: Running }>;
  /** Closes the service and forgets its database. */
  close: (running: Running) => Promise<void>;
}

/** SQLite in memory: a snapshot is its bytes. */
const inMemory: Snapshots = {
  open: async (snapshot, open) => {
    const database = snapshot === null ? new Database(':memory:') : new Database(snapshot as Buffer);
    return { service: await open({ data: database }), database };
  },
  take: (running) =>
    Promise.resolve({ snapshot: (running.database as Database.Database).serialize(), running }),
  close: ({ service }) => service.close(),
};

/** PostgreSQL: a snapshot is a database that others are copied from, which is deleted with the server. */
const onServer: Snapshots = {
  open: async (snapshot, open) => {
    const database = await createDatabase((snapshot as string | undefined) ?? undefined);
    const service = await open({ data: ':memory:', database: urlOfDatabase(database) });
    return { service, database };
  },
  take: async ({ service, database }, open) => {
    // Nobody may be connected to a database that is copied.
    await service.close();
    return { snapshot: database, running: await onServer.open(database, open) };
  },
  close: async ({ service, database }) => {
    await service.close();
    dropDatabase(database as string);
  },
};

/** Those of the database that the tests run on. */
export const snapshots = serverUrl === undefined ? inMemory : onServer;
