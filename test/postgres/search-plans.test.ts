import type { PostgresPoolClient } from 'kysely';
import { escapeLiteral, type Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Db } from '../../electron/database/db';
import { createClient, createPostgresKysely } from '../../electron/database/postgres/connection';
import { searchMessageIds } from '../../electron/service/messages/search-queries';
import { searchPostIds } from '../../electron/service/posts/search-queries';
import { searchItemIds } from '../../electron/service/search/item-queries';
import { createDatabase, urlOfDatabase } from '../support/databases/databases';

const NEWEST = { before: Number.MAX_SAFE_INTEGER, limit: 20 };
const MISSING = { ...NEWEST, mask: 'missing' };
const PHOTOS = { ...NEWEST, mask: undefined, has: ['photo'] };

test.each<[string, string, (db: Db) => Promise<unknown>]>([
  ['messages', 'message_search', (db) => searchMessageIds(db, { ...MISSING, dialogs: [1] })],
  ['messages by contents', 'message_search', (db) => searchMessageIds(db, { ...PHOTOS, dialogs: [1] })],
  ['posts', 'post_search', (db) => searchPostIds(db, { ...MISSING, viewer: 1 })],
  ['files', 'item_search', (db) => searchItemIds(db, { ...MISSING, kind: 'file', viewer: 1, dialogs: [1] })],
])('a search of %s for what is rare asks once, and reads the full-text index', async (_, table, search) => {
  const client = createClient(urlOfDatabase(await createDatabase()));
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`
    INSERT INTO ${table} (rowid, document)
    SELECT n, format('d1:1A post:1A kfile:1A wall:1A word%s:1B common:2B', n % 1000)::tsvector
    FROM generate_series(1, 30000) AS n`);
  await client.query(`VACUUM ANALYZE ${table}`);
  const statements = await recordStatements(client, search);
  expect(statements).toHaveLength(1);
  const plan = await planOf(client, statements[0]!);
  expect(plan).toContain(`${table}_document`);
  expect(plan).not.toContain(`${table}_pkey`);
});

interface Statement {
  text: string;
  values: readonly unknown[];
}

/** Runs a search and returns its statements. */
async function recordStatements(client: Client, search: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const recorded = vi.spyOn(client, 'query');
  const query = client.query.bind(client) as PostgresPoolClient['query'];
  const lent: PostgresPoolClient = { query, release: () => undefined };
  const db = createPostgresKysely(
    () => Promise.resolve(lent),
    () => client,
  );
  await search(db);
  const calls: readonly unknown[][] = recorded.mock.calls;
  return calls.map(([text, values]) => ({
    text: String(text),
    values: Array.isArray(values) ? values : [],
  }));
}

/** The plan by the program's settings: EXPLAIN of the statement itself would plan for the values of its parameters. */
async function planOf(client: Client, { text, values }: Statement): Promise<string> {
  await client.query(`PREPARE searching AS ${text}`);
  const list = values.map((value) => escapeLiteral(String(value))).join(', ');
  const { rows } = await client.query<Record<'QUERY PLAN', string>>(
    `EXPLAIN EXECUTE searching${list && `(${list})`}`,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
