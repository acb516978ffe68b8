import type { Client } from 'pg';
import { connectTo, createDatabase, dropDatabase } from './databases';
import { isIdle, beginTurn } from '../vitest/quick-client';

/** What a database holds: the statements that insert it. */
export type Rows = string;

/**
 * Returns the name of a database that nobody uses, which holds these rows; by default those of a community of nobody.
 * The tests of a process use a few of them one after another, with the connections to them: creating a database and
 * connecting to it takes longer than most tests.
 */
export async function lendDatabase(rows?: Rows): Promise<string> {
  const database = unused.pop() ?? (await createLasting());
  lent.set(database.name, database);
  beginTurn(database.name);
  uses++;
  await replaceRows(database, rows ?? database.empty);
  return database.name;
}

/** How often this process has lent a database or read what one holds. */
export function countDatabaseUses(): number {
  return uses;
}

/** Takes a database back. It is deleted if something is still connected to it, which could write to it later. */
export function returnDatabase(name: string): void {
  const database = lent.get(name);
  lent.delete(name);
  if (!database) return;
  if (isIdle(name)) unused.push(database);
  else dropDatabase(name);
}

/** Returns what a database holds now. */
export async function rowsOf(name: string): Promise<Rows> {
  uses++;
  const lasting = lent.get(name);
  if (lasting) return readRows(lasting);
  const client = await connectTo(name);
  try {
    return await readRows({ client, tables: await findTables(client) });
  } finally {
    await client.end();
  }
}

interface Lasting {
  name: string;
  client: Client;
  tables: readonly string[];
  /** The rows of a community of nobody. */
  empty: Rows;
  /** How often its rows were replaced. */
  fills: number;
}

const unused: Lasting[] = [];
const lent = new Map<string, Lasting>();
let uses = 0;

async function createLasting(): Promise<Lasting> {
  const name = await createDatabase();
  const client = await connectTo(name);
  const tables = await findTables(client);
  return { name, client, tables, empty: await readRows({ client, tables }), fills: 0 };
}

async function findTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'schema_version' ORDER BY relname`);
  return rows.map(({ name }) => name);
}

/** Returns the statements that insert each row, as PostgreSQL itself writes and reads it. */
async function readRows({ client, tables }: Pick<Lasting, 'client' | 'tables'>): Promise<Rows> {
  const filled = await findFilled(client, tables);
  if (filled.length === 0) return '';
  const lists = filled.map((table) => `(SELECT json_agg(t)::text FROM "${table}" AS t) AS "${table}"`);
  const { rows } = await client.query<Record<string, string>>(`SELECT ${lists.join(', ')}`);
  const [found = {}] = rows;
  return Object.entries(found)
    .map(([table, list]) => {
      const records = `json_populate_recordset(NULL::"${table}", ${client.escapeLiteral(list)})`;
      return `INSERT INTO "${table}" SELECT * FROM ${records};`;
    })
    .join('\n');
}

async function replaceRows(database: Lasting, rows: Rows): Promise<void> {
  const { client, tables } = database;
  const filled = await findFilled(client, tables);
  const deletions = filled.map((table) => `DELETE FROM "${table}";`).join('');
  // Without triggers and foreign keys: all that they would change is replaced, too.
  await client.query(`BEGIN; SET LOCAL session_replication_role = replica; ${deletions} ${rows} COMMIT`);
  // What was deleted is still passed over by each query until then.
  if (++database.fills % FILLS_BEFORE_VACUUM === 0)
    await client.query(`VACUUM ${tables.map((table) => `"${table}"`).join(', ')}`);
}

const FILLS_BEFORE_VACUUM = 50;

/** Returns the tables that have rows. */
async function findFilled(client: Client, tables: readonly string[]): Promise<string[]> {
  const selects = tables.map((table) => `SELECT '${table}' AS name WHERE EXISTS (SELECT FROM "${table}")`);
  // Named, as planning such a query takes longer than running it.
  const { rows } = await client.query<{ name: string }>({
    name: 'filled',
    text: selects.join(' UNION ALL '),
  });
  return rows.map(({ name }) => name);
}
