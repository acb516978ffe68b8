import type { Db } from './db';

/** The databases that a community may be stored in: SQLite is the embedded default. */
export type Dialect = 'sqlite' | 'postgres';

/**
 * Runs compiled SQL on a PostgreSQL connection, preparing it there the first time. A statement without an answer may be
 * run after this resolves, but before anything that follows it; if it fails, so does the write that it belongs to.
 */
export type RunPrepared = (
  sql: string,
  values: readonly unknown[],
  options: { hasAnswer: boolean },
) => Promise<unknown[]>;

/** Tells queries that a Kysely instance is connected to PostgreSQL, and how it runs compiled SQL. */
export function registerPostgres(db: Db, run: RunPrepared): void {
  runners.set(db, run);
}

/** Returns how a PostgreSQL connection runs compiled SQL; undefined if a Kysely instance is connected to SQLite. */
export function postgresRunnerOf(db: Db): RunPrepared | undefined {
  return runners.get(db);
}

/** The database behind a Kysely instance, for the few statements that only one of the two understands. */
export function dialectOf(db: Db): Dialect {
  return runners.has(db) ? 'postgres' : 'sqlite';
}

const runners = new WeakMap<Db, RunPrepared>();
