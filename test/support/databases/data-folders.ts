import Database from 'better-sqlite3';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../../electron/database/open';
import type { ServiceOptions } from '../../../electron/service';
import { serverUrl, urlOfDatabase } from './databases';
import { lendDatabase, returnDatabase, type Rows } from './lasting-databases';
import { viewOfPostgres, viewOfSqlite, type DatabaseView } from './database-views';

/**
 * Returns what a service is opened with for a data folder. Where the tests run on PostgreSQL, the folder has a database
 * there from the first time on.
 */
export async function placeOfData(data: string): Promise<Pick<ServiceOptions, 'data' | 'database'>> {
  if (serverUrl === undefined) return { data };
  return { data, database: urlOfDatabase(await databaseOf(data)) };
}

/**
 * Copies a data folder that is not open into an empty one, with `snapshot` as its database where the tests run on
 * PostgreSQL.
 */
export async function copyDataFolder(from: string, snapshot: unknown, to: string): Promise<void> {
  cpSync(from, to, { recursive: true });
  if (serverUrl === undefined) return;
  databases.set(to, lendDatabase(snapshot as Rows));
  await databases.get(to);
}

/** Returns a view of the database of a data folder that was opened before. */
export async function viewOfData(data: string): Promise<DatabaseView> {
  return serverUrl === undefined ? viewOfFile(data) : viewOfPostgres(await databaseOf(data));
}

/** Runs a statement on the database of a data folder; see `DatabaseView`. */
export async function queryData<T>(
  data: string,
  statement: string,
  ...values: readonly unknown[]
): Promise<T[]> {
  const view = await viewOfData(data);
  try {
    return await view.query<T>(statement, ...values);
  } finally {
    await view.close();
  }
}

/** Counts the rows of a table in the database of a data folder. `condition` begins with WHERE. */
export async function countRows(data: string, table: string, condition = ''): Promise<number> {
  const [row] = await queryData<{ count: number }>(
    data,
    `SELECT count(*) AS count FROM ${table}${condition}`,
  );
  return row?.count ?? 0;
}

/** Deletes a data folder, and its database. */
export function deleteDataFolder(data: string): void {
  rmSync(data, { recursive: true, force: true });
  returnDatabaseOf(data);
}

/** Gives the database that a data folder has on the server to the next test, if any. */
export function returnDatabaseOf(data: string): void {
  const database = databases.get(data);
  databases.delete(data);
  void database?.then(returnDatabase);
}

/** Names of databases by their data folders. */
const databases = new Map<string, Promise<string>>();

function databaseOf(data: string): Promise<string> {
  const database = databases.get(data) ?? lendDatabase();
  databases.set(data, database);
  return database;
}

function viewOfFile(data: string): DatabaseView {
  const raw = new Database(join(data, DATABASE_FILE));
  const view = viewOfSqlite(raw, () => raw.pragma('data_version', { simple: true }));
  return { ...view, close: () => Promise.resolve(void raw.close()) };
}
