import type { Client } from 'pg';
import { countHostConnections, createCommandClient } from '../database/postgres/connection';
import { explainDatabaseError } from '../database/postgres/start-errors';
import { LOCKS } from '../database/postgres/migrate';

/** Runs work on a connection to a PostgreSQL database. Throws while a host, or another import or export, uses it. */
export async function withExclusiveClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createCommandClient(url);
  // An error of the connection fails the query that runs, which is where it is reported.
  client.on('error', () => undefined);
  try {
    await client
      .connect()
      .catch((error: unknown) => Promise.reject(explainDatabaseError(error, url) as Error));
    await requireUnused(client);
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function requireUnused(client: Client): Promise<void> {
  const { rows } = await client.query<{ locked: number }>('SELECT pg_try_advisory_lock($1) AS locked', [
    LOCKS.transfer,
  ]);
  if (!rows[0]?.locked) throw new Error('Another import into this database, or an export, is running.');
  if ((await countHostConnections(client)) > 0)
    throw new Error('A host is running on the database. Stop all of them first.');
}
