import { createServer, connect as connectTo, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ReadingConnections } from '../../electron/database/postgres/reading-connections';
import { postgresRunnerOf } from '../../electron/database/dialect';
import { isServerFailure } from '../../electron/database/postgres/errors';
import { configOf, createPostgresKysely } from '../../electron/database/postgres/connection';
import { PipelinedClient } from '../../electron/database/postgres/pipelined-client';
import { createDatabase, urlOfDatabase } from '../support/databases/databases';

const SIZE = 2;

test('queries of one turn share a connection, those that come while it is busy get another one', async () => {
  const { process } = await open();
  const [first, second] = await Promise.all([process(), process()]);
  expect(second).toBe(first);
  const slow = process(0.2);
  await nextTurn();
  const others = [process(), process()];
  await Promise.all(others);
  expect(await others[0]).not.toBe(await slow);
  expect(await others[1]).toBe(await others[0]);
  // No more connections than allowed, whatever waits.
  const all = [];
  for (let turn = 0; turn < 5; turn++) {
    all.push(process(0.05));
    await nextTurn();
  }
  expect(new Set(await Promise.all(all)).size).toBe(SIZE);
});

test('a query that fails leaves those beside it alone', async () => {
  const { db, process } = await open();
  const results = await Promise.allSettled([process(), sql`SELECT 1 / 0`.execute(db), process()]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('queries read from an index however few rows their table had when they were planned', async () => {
  const { db } = await open();
  await sql`ANALYZE command_use`.execute(db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    EXPLAIN SELECT sum(items) FROM command_use WHERE person_id = ${1}`.execute(db);
  const plan = rows.map((row) => row['QUERY PLAN']).join(' ');
  expect(plan).toContain('Index Cond');
  expect(plan).not.toContain('Seq Scan');
});

test('a connection that the server closed is replaced, and that is told', async () => {
  const { db, process, lost } = await open();
  const before = await process();
  await expect(sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(db)).rejects.toThrow();
  await expect.poll(lost).toBe(1);
  expect(await process()).not.toBe(before);
});

test('queries of one turn leave together, or as soon as they are flushed', async () => {
  const client = new PipelinedClient(configOf(urlOfDatabase(await createDatabase())));
  onTestFinished(() => client.end());
  await client.connect();
  const { stream } = client.connection;
  const answers = [client.query('SELECT 1 AS one'), client.query('SELECT 2 AS one')];
  expect(stream.writableLength).toBeGreaterThan(0);
  client.flush();
  expect(stream.writableLength).toBe(0);
  answers.push(client.query('SELECT 3 AS one'));
  expect(stream.writableLength).toBeGreaterThan(0);
  await nextTurn();
  expect(stream.writableLength).toBe(0);
  const rows = (await Promise.all(answers)).map((answer) => answer.rows as { one: number }[]);
  expect(rows.map(([row]) => row?.one)).toEqual([1, 2, 3]);
});

test('a connection to a server that vanished without a word ends', async () => {
  const way = await wayTo(urlOfDatabase(await createDatabase()));
  const client = new PipelinedClient(configOf(way.url), { timeoutMs: TIMEOUT_MS });
  const ended = new Promise<void>((resolve) => client.on('end', () => resolve()));
  client.on('error', () => undefined);
  await client.connect();
  // Several answers may take longer than one.
  await Promise.all([1, 2, 3].map(() => client.query('SELECT pg_sleep($1)', [(TIMEOUT_MS * 0.6) / 1000])));
  way.swallow();
  const answers = await Promise.allSettled([client.query('SELECT 1'), client.query('SELECT 2')]);
  const reasons = answers.map((answer) => answer.status === 'rejected' && isServerFailure(answer.reason));
  expect(reasons).toEqual([true, true]);
  await ended;
});

test('a connection to a server that vanished without a word can be closed', async () => {
  const way = await wayTo(urlOfDatabase(await createDatabase()));
  const client = new PipelinedClient(configOf(way.url), { timeoutMs: TIMEOUT_MS });
  client.on('error', () => undefined);
  await client.connect();
  way.swallow();
  await client.end();
});

test('a server that accepts connections and says nothing counts as one that is out of reach', async () => {
  const way = await wayTo(urlOfDatabase(await createDatabase()));
  way.swallow();
  const client = new PipelinedClient({ ...configOf(way.url), connectionTimeoutMillis: TIMEOUT_MS });
  client.on('error', () => undefined);
  const failure = await client.connect().catch((error: unknown) => error);
  expect(isServerFailure(failure)).toBe(true);
});

test('a table gets a column while its rows are read', async () => {
  const { db } = await open();
  await sql`CREATE TABLE grown (id bigint)`.execute(db);
  await sql`INSERT INTO grown VALUES (1)`.execute(db);
  const run = postgresRunnerOf(db)!;
  const read = () => run('SELECT * FROM grown', [], { hasAnswer: true });
  expect(await read()).toEqual([{ id: 1 }]);
  await sql`ALTER TABLE grown ADD COLUMN name text DEFAULT 'new'`.execute(db);
  // On each of the connections.
  expect(await Promise.all([read(), nextTurn().then(read)])).toEqual(
    [1, 2].map(() => [{ id: 1, name: 'new' }]),
  );
});

/** Milliseconds; real ones wait for forty seconds. */
const TIMEOUT_MS = 500;

/** A proxy that can stop to pass anything on, as a cut cable does. */
async function wayTo(url: string) {
  const { port, hostname } = new URL(url);
  const sockets: Socket[] = [];
  let isCut = false;
  const server = createServer((socket) => {
    const there = connectTo(Number(port), hostname);
    for (const [from, to] of [
      [socket, there],
      [there, socket],
    ] as const) {
      sockets.push(from);
      from.on('error', () => undefined);
      from.on('data', (bytes) => isCut || to.write(bytes));
      from.on('end', () => isCut || to.end());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const way = new URL(url);
  way.port = String((server.address() as AddressInfo).port);
  return { url: way.href, swallow: () => void (isCut = true) };
}

async function open() {
  let losses = 0;
  const connections = new ReadingConnections(
    urlOfDatabase(await createDatabase()),
    SIZE,
    () => void losses++,
  );
  onTestFinished(() => connections.close());
  const db = createPostgresKysely(
    () => connections.lend(),
    () => connections,
  );
  /** Waits for some seconds, and returns the server's process that served the query. */
  const process = async (seconds = 0) => {
    const { rows } = await sql<{ pid: number }>`
      SELECT pg_backend_pid() AS pid FROM pg_sleep(${seconds}::float8)`.execute(db);
    return rows[0]?.pid;
  };
  return { db, process, lost: () => losses };
}

/** Whatever was asked has been sent, and what follows is asked in another turn. */
async function nextTurn(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}
