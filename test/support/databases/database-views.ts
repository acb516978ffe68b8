import type Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { types } from 'pg';
import { urlOfDatabase } from './databases';
import { Client } from '../vitest/quick-client';

/** Looks into the database of a test's service, past the service. */
export interface DatabaseView {
  /** Runs a statement that both databases understand, with a value for each `?`. Returns its rows. */
  query: <T>(statement: string, ...values: readonly unknown[]) => Promise<T[]>;
  /**
   * Returns a hash of everything that is stored: equal while nothing was stored, changed or lost. It excludes the last
   * assigned identifier, because an identifier drawn for a failed write is not reused.
   */
  contents: () => Promise<string>;
  /** Returns how many rows each table has. */
  rowCounts: () => Promise<Record<string, number>>;
  close: () => Promise<void>;
}

/** Those of an installation instead of a community, and counters of identifiers and events. */
const NOT_CONTENT = "('installation', 'event_counter', 'change_count')";

/** Looks through a connection that remains open. `versionOf` returns something that changes with every commit. */
export function viewOfSqlite(raw: Database.Database, versionOf: () => unknown): DatabaseView {
  let version: unknown;
  let hash = '';
  return {
    query: <T>(statement: string, ...values: readonly unknown[]) => {
      const prepared = raw.prepare(statement);
      return Promise.resolve((prepared.reader ? prepared.all(...values) : [prepared.run(...values)]) as T[]);
    },
    contents: () => {
      const current = versionOf();
      if (current !== version) hash = hashOfSqlite(raw);
      version = current;
      return Promise.resolve(hash);
    },
    rowCounts: () => {
      // The number of rows in the tables behind a full-text index depends on when its parts were merged.
      const tables = tablesOfSqlite(raw).filter((table) => !table.includes('_search_'));
      const count = (table: string) => raw.prepare(`SELECT count(*) FROM "${table}"`).pluck().get() as number;
      return Promise.resolve(Object.fromEntries(tables.map((table) => [table, count(table)])));
    },
    close: () => Promise.resolve(),
  };
}

function hashOfSqlite(raw: Database.Database): string {
  const hash = createHash('sha256');
  for (const table of tablesOfSqlite(raw)) {
    const rows = raw.prepare(`SELECT * FROM "${table}"`).raw().all() as unknown[][];
    hash.update(JSON.stringify([table, rows.map((row) => row.map(toJson)).sort()]));
  }
  return hash.digest('hex');
}

function tablesOfSqlite(raw: Database.Database): string[] {
  const statement = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ${NOT_CONTENT} ORDER BY name`;
  return raw.prepare(statement).pluck().all() as string[];
}

function toJson(value: unknown): unknown {
  return Buffer.isBuffer(value) ? value.toString('base64') : value;
}

/** Looks through a connection of its own, which is opened for the first look. */
export function viewOfPostgres(database: string): DatabaseView {
  let connecting: Promise<Client> | undefined;
  const run = async <T>(text: string, values: unknown[] = [], name?: string) => {
    const client = await (connecting ??= connect(database));
    return (await client.query({ text, values, ...(name !== undefined && { name }) })).rows as T[];
  };
  let tables: Promise<string[]> | undefined;
  let version: string | undefined;
  let hash = '';
  const ofEachTable = async <T>(expression: string) => {
    tables ??= run<{ name: string }>(LOGGED_TABLES).then((rows) => rows.map(({ name }) => name));
    const selects = (await tables).map(
      (table) => `SELECT '${table}' AS name, ${expression} AS value FROM "${table}" AS t`,
    );
    // Named, as planning such a query takes longer than running it.
    return run<{ name: string; value: T }>(selects.join(' UNION ALL '), [], expression);
  };
  return {
    query: (statement, ...values) => {
      let count = 0;
      return run(
        statement.replaceAll('?', () => `$${++count}`),
        [...values],
      );
    },
    contents: async () => {
      const [current] = await run<{ snapshot: string }>(SNAPSHOT, [], 'snapshot');
      if (current?.snapshot === version) return hash;
      version = current?.snapshot;
      const hashes = await ofEachTable<string | null>("md5(string_agg(t::text, ',' ORDER BY t::text))");
      hash = createHash('sha256').update(JSON.stringify(hashes)).digest('hex');
      return hash;
    },
    rowCounts: async () => {
      const counts = await ofEachTable<number>('count(*)');
      return Object.fromEntries(counts.map(({ name, value }) => [name, value]));
    },
    close: async () => {
      await (await connecting)?.end();
    },
  };
}

/** Its number as a type; the driver returns its values as texts. */
const BIGINT = types.builtins.INT8;

/** Those that a crash empties hold what one process keeps in memory. */
const LOGGED_TABLES = `
  SELECT relname AS name FROM pg_class
  WHERE relkind = 'r' AND relpersistence = 'p' AND relnamespace = 'public'::regnamespace AND relname NOT IN ${NOT_CONTENT}
  ORDER BY relname`;

/** Changes with each commit, also of other databases of the server. */
const SNAPSHOT = 'SELECT pg_current_snapshot()::text AS snapshot';

async function connect(database: string): Promise<Client> {
  const client = new Client({
    connectionString: urlOfDatabase(database),
    // Otherwise a statement is planned anew for its first five runs.
    options: '-c plan_cache_mode=force_generic_plan',
    types: { getTypeParser: (oid, format) => (oid === BIGINT ? Number : types.getTypeParser(oid, format)) },
  });
  // The server may be stopped before the process ends.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
