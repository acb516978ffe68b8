import type { Client } from 'pg';
import { migrations } from '../migrations';
import { FUNCTIONS } from './functions';
import { SHARED_TABLES } from './shared-tables';
import { translateMigration } from './translation';

/** Locks that processes take in one database; the leader is the process that sends email and sweeps. */
export const LOCKS = { migrate: 7_310_001, leader: 7_310_002, transfer: 7_310_003 } as const;

/**
 * Brings the schema of a PostgreSQL database up to date, one process at a time, and calls `onMigration` as each
 * migration begins. Throws if a newer or another program wrote it, or if the database isn't one of UTF-8. The
 * connection should have no time-outs: a migration of large tables takes minutes, and other processes wait for it.
 */
export async function migratePostgres(
  client: Client,
  onMigration: (name: string) => void = () => undefined,
): Promise<void> {
  await requireUtf8(client);
  await client.query('SELECT pg_advisory_lock($1)', [LOCKS.migrate]);
  try {
    await requireOwn(client);
    await client.query('CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL)');
    const done = await findSchemaVersion(client);
    if (done > migrations.length)
      throw new Error('This data was written by a newer Courtyard. Update the program to open it.');
    if (done === migrations.length) return;
    await client.query('BEGIN');
    await client.query(FUNCTIONS);
    await client.query(SHARED_TABLES);
    for (const { name, sql, postgres } of migrations.slice(done)) {
      onMigration(name);
      for (const statement of translateMigration(name, sql)) await client.query(statement);
      if (postgres !== undefined) await client.query(postgres);
    }
    await client.query('DELETE FROM schema_version');
    await client.query('INSERT INTO schema_version VALUES ($1)', [migrations.length]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCKS.migrate]).catch(() => undefined);
  }
}

/** Returns how many migrations a database has had. */
export async function findSchemaVersion(client: Pick<Client, 'query'>): Promise<number> {
  const { rows } = await client.query<{ version: number }>('SELECT version FROM schema_version');
  return Number(rows[0]?.version ?? 0);
}

/** Returns whether a database has Courtyard's schema, of any version. */
async function hasSchema(client: Pick<Client, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>(
    "SELECT to_regclass('schema_version')::text AS found",
  );
  return Boolean(rows[0]?.found);
}

/** Throws if a database has no schema of Courtyard. */
export async function requireSchema(client: Pick<Client, 'query'>): Promise<void> {
  if (!(await hasSchema(client)))
    throw new Error('The database of --database holds no community. Check its address.');
}

/** Tables of another program could have the names of Courtyard's. */
async function requireOwn(client: Client): Promise<void> {
  if (await hasSchema(client)) return;
  const { rows } = await client.query<{ name: string; database: string }>(FOREIGN_TABLE);
  if (rows[0] !== undefined)
    throw new Error(
      `The database ${rows[0].database} has tables of another program, such as ${rows[0].name}. Create an empty one for Courtyard.`,
    );
}

/** Tables of an extension don't count. */
const FOREIGN_TABLE = `
  SELECT relname AS name, current_database() AS database FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
  ORDER BY 1 LIMIT 1`;

async function requireUtf8(client: Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding');
  if (rows[0]?.server_encoding !== 'UTF8')
    throw new Error('The PostgreSQL database must have the encoding UTF8.');
}
