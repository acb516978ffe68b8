import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { Client, types, type ClientConfig, type QueryConfig, type QueryResult } from 'pg';
import type { Db } from '../db';
import { registerPostgres } from '../dialect';
import type { Schema } from '../schema';
import { ResponseTimeoutClient } from './response-timeout-client';
import { PostgresCompiler } from './compiler';
import { isOutdatedPlan } from './errors';

/** Milliseconds after which the attempt to connect fails. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Milliseconds that one statement may take before the server cancels it. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** Milliseconds without an answer after which a connection is closed. */
export const RESPONSE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 10_000;
/** The same for connections with fast statements only. */
const SHORT_RESPONSE_TIMEOUT_MS = 15_000;
/**
 * Milliseconds after which the server ends a transaction that waits for its process: it holds the lock that the writes
 * of every other process wait for.
 */
const IDLE_IN_TRANSACTION_MS = 5_000;

/**
 * Plans are made once for each prepared statement, as in SQLite, not for its values: planning takes longer than most
 * statements. Every query has an index; a plan that was made while a table was empty would read all of it later, too.
 * None gains by being compiled.
 */
const PLANNING = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off';
/** A backslash in a quoted text stands for itself, however the server is set up. */
const QUOTING = '-c standard_conforming_strings=on';

/** Application name of hosts on the server. */
const HOST_NAME = 'courtyard';

/** Number of connections of each process for reads. The writer and the listener have one more each. */
export const READ_CONNECTIONS = 8;

/** Returns the settings of all connections of a process. */
export function configOf(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: HOST_NAME,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    options: `${PLANNING} ${QUOTING}`,
    types: { getTypeParser },
  };
}

/** Creates a connection outside the pool, for fast statements. */
export function createClient(url: string): Client {
  return new ResponseTimeoutClient(configOf(url), SHORT_RESPONSE_TIMEOUT_MS);
}

/** Creates a connection without timeouts for a command that runs while no host does. */
export function createCommandClient(url: string): Client {
  return new Client({
    ...configOf(url),
    application_name: 'courtyard command',
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
}

/** Returns how many connections hosts have to the database of a connection. */
export async function countHostConnections(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    [HOST_NAME],
  );
  return Number(rows[0]?.count ?? 0);
}

/** Runs queries: a connection or a pool. */
export type Queryable = Pick<Client, 'query'>;

/**
 * Creates a Kysely instance that borrows connections by `connect`. `queryable` returns what runs compiled queries;
 * `send` runs statements whose answer isn't needed.
 */
export function createPostgresKysely(
  connect: PostgresPool['connect'],
  queryable: () => Queryable,
  send?: (query: QueryConfig) => void,
): Db {
  const db: Db = new Kysely<Schema>({ dialect: new Dialect(connect) });
  registerPostgres(db, async (text, values, { hasAnswer }) => {
    const query = () => ({ name: nameOf(text), text, values: values as unknown[] });
    if (!hasAnswer && send) {
      send(query());
      return [];
    }
    const run = async () => ((await queryable().query(query())) as QueryResult<object>).rows;
    return run().catch((error: unknown) => {
      if (!isOutdatedPlan(error)) throw error;
      rename(text);
      // A transaction has failed with it.
      if (send) throw error;
      return run();
    });
  });
  return db;
}

class Dialect extends PostgresDialect {
  constructor(connect: PostgresPool['connect']) {
    super({ pool: { connect, end: () => Promise.resolve(), options: {} } });
  }

  override createQueryCompiler(): PostgresCompiler {
    return new PostgresCompiler();
  }
}

/** Names of prepared statements, which PostgreSQL limits to 63 bytes. */
const names = new Map<string, string>();

let nameCount = 0;

function nameOf(text: string): string {
  return names.get(text) ?? rename(text);
}

/** Gives a statement a new name, under which the server prepares it again. */
function rename(text: string): string {
  const name = `q${nameCount++}`;
  names.set(text, name);
  return name;
}

const NUMBERS = new Set<number>([types.builtins.INT8, types.builtins.NUMERIC]);

/** Parses counts and sums to numbers, and booleans to 1 and 0, as SQLite returns them. */
function getTypeParser(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (NUMBERS.has(type)) return Number;
  if (type === types.builtins.BOOL) return (value) => (value === 't' ? 1 : 0);
  return types.getTypeParser(type, format as 'text') as (value: string) => unknown;
}
