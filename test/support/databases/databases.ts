import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject, test } from 'vitest';
import { nameTurn } from '../vitest/quick-client';
import { migratePostgres } from '../../../electron/database/postgres/migrate';

/** The PostgreSQL server of the tests; undefined where they run on SQLite. */
export const serverUrl = inject('postgres');

/** A test of what only SQLite can do, or only a community in a data folder. */
export const testOnSqlite = test.skipIf(serverUrl !== undefined);

/** Returns the URL of a database of the server. */
export function urlOfDatabase(name: string): string {
  const url = new URL(serverUrl ?? '');
  url.pathname = `/${name}`;
  nameTurn(url, name);
  return url.href;
}

/** A new name for a database. */
export function newDatabaseName(): string {
  return `t${randomBytes(8).toString('hex')}`;
}

/**
 * Creates a database as a copy of another one to which nothing is connected; of the empty schema by default. Copying
 * files is faster than writing them to the log, as long as nothing waits for a disk.
 */
export async function createDatabase(template?: string): Promise<string> {
  created++;
  const name = newDatabaseName();
  await administrate(
    `CREATE DATABASE ${name} TEMPLATE ${template ?? (await emptySchema())} STRATEGY FILE_COPY`,
  );
  return name;
}

/** How many databases this process has created. */
export function countCreatedDatabases(): number {
  return created;
}

let created = 0;

/** Deletes a database that nobody needs any more, some time later: it waits for a checkpoint of the server. */
export function dropDatabase(name: string): void {
  dropper ??= connectTo('postgres');
  // A server that is stopped meanwhile takes its databases with it.
  void dropper
    .then((client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
    .catch(() => undefined);
}

/** Runs a statement on the server that concerns whole databases. */
async function administrate(statement: string): Promise<void> {
  administrator ??= connectTo('postgres');
  await (await administrator).query(statement);
}

let administrator: Promise<Client> | undefined;
/** A connection of its own, so that nobody waits for it. */
let dropper: Promise<Client> | undefined;
let template: Promise<string> | undefined;

/** A database with the schema and nothing else, made once by each test process. */
function emptySchema(): Promise<string> {
  return (template ??= (async () => {
    const name = newDatabaseName();
    await administrate(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
    const client = await connectTo(name);
    await migratePostgres(client);
    await client.end();
    return name;
  })());
}

/** Connects to a database of the server. */
export async function connectTo(database: string): Promise<Client> {
  const client = new Client({ connectionString: urlOfDatabase(database) });
  // The server may be stopped before the process ends.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
