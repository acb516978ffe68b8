import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore, type Store } from '../../electron/database/open';
import { preparedOne } from '../../electron/database/prepared';
import { cachedQuery } from '../../electron/database/caching/query-cache';

const STORES = [
  ['in memory', () => openStore(':memory:')],
  ['in a folder', () => openStore(temporaryFolder())],
] as const;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-cache-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const roleOf = preparedOne((db, argument: { id: number }) =>
  db.selectFrom('person').select('role').where('id', '=', argument.id),
);

/** A store with a person, whose role is read through a cache; `asked` counts the queries. */
async function setup(open: () => Store) {
  const store = open();
  onTestFinished(() => store.close());
  let asked = 0;
  const findRole = cachedQuery(
    (db, id: number) => {
      asked++;
      return roleOf(db, { id });
    },
    (id) => id,
    { columns: { person: ['role'] }, limit: 2 },
  );
  const change = (sql: string) => store.writer.run(async () => void store.writer.raw.prepare(sql).run());
  await change(`INSERT INTO person (id, email, password_hash, name, surname, name_order, link, role, last_been, registered_at)
    VALUES (1, 'a@example.org', '', 'Ann', '', 'ann', '', 'member', 0, 0)`);
  return { store, findRole, change, count: () => asked, read: () => store.read((db) => findRole(db, 1)) };
}

test.each(STORES)('asks once until a watched column changes (%s)', async (_, open) => {
  const { read, change, count } = await setup(open);
  await read();
  await read();
  expect(count()).toBe(1);
  await change("UPDATE person SET name = 'Bea' WHERE id = 1");
  await read();
  expect(count()).toBe(1);
  await change("UPDATE person SET role = 'admin' WHERE id = 2");
  await read();
  expect(count()).toBe(1);
  await change("UPDATE person SET name = 'Cleo', role = 'admin' WHERE id = 1");
  expect(await read()).toEqual({ role: 'admin' });
  expect(count()).toBe(2);
});

test.each(STORES)(
  'sees a change inside its own transaction, and forgets one that was undone (%s)',
  async (_, open) => {
    const { store, findRole, read } = await setup(open);
    await read();
    const undone = store.writer.run(async () => {
      store.writer.raw.prepare("UPDATE person SET role = 'owner' WHERE id = 1").run();
      expect(await findRole(store.writer.db, 1)).toEqual({ role: 'owner' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await read()).toEqual({ role: 'member' });
  },
);

test('readers see the committed answer while a transaction is open', async () => {
  const { store, findRole, read } = await setup(() => openStore(temporaryFolder()));
  await read();
  await store.writer.run(async () => {
    store.writer.raw.prepare("UPDATE person SET role = 'owner' WHERE id = 1").run();
    expect(await findRole(store.reader, 1)).toEqual({ role: 'member' });
  });
  expect(await read()).toEqual({ role: 'owner' });
});

/** How often the query is asked for two reads, between which a statement runs. */
async function askedAround(sql: string): Promise<number> {
  const { read, change, count } = await setup(() => openStore(':memory:'));
  await read();
  await change(sql);
  await read();
  return count();
}

test.each([
  ['a row that is replaced', 'INSERT OR REPLACE INTO person SELECT * FROM person WHERE id = 1'],
  [
    'a statement that begins with WITH',
    "WITH one AS (SELECT 1 AS id) UPDATE person SET role = 'admin' WHERE id IN one",
  ],
  ['columns that are assigned together', "UPDATE person SET (name, role) = ('Dora', 'admin') WHERE id = 1"],
  [
    'an assignment after a text like a condition',
    "UPDATE person SET name = ' where ', role = 'admin' WHERE id = 1",
  ],
  [
    'an assignment after a subquery',
    "UPDATE person SET name = (SELECT link FROM person WHERE id = 1), role = 'admin' WHERE id = 1",
  ],
  ['quoted names', `UPDATE "person" SET "role" = 'admin' WHERE "id" = 1`],
  [
    'an upsert',
    `INSERT INTO person SELECT * FROM person WHERE id = 1 ON CONFLICT (id) DO UPDATE SET role = 'admin'`,
  ],
])('asks again after %s', async (_, sql) => {
  expect(await askedAround(sql)).toBe(2);
});

test.each([
  [
    'a watched column that is only compared',
    "UPDATE person SET name = 'Dora' WHERE role = 'member' AND id = 1",
  ],
  [
    'a watched column that an expression compares',
    "UPDATE person SET name = iif(role = 'member', 'Dora', 'Eve') WHERE id = 1",
  ],
])('asks no more after an update with %s', async (_, sql) => {
  expect(await askedAround(sql)).toBe(1);
});

test('rows that go with their parent count as changed', async () => {
  const { store, change } = await setup(() => openStore(':memory:'));
  await change("INSERT INTO app (id, person_id, name, redirects, created_at) VALUES (5, 1, '', '[]', 0)");
  await change(`INSERT INTO token (id, person_id, hash, kind, name, client, ip, created_at, last_been, app_id)
    VALUES (6, 1, x'00', 'named', '', '', '', 0, 0, 5)`);
  const tokens = cachedQuery(
    (db, app: number) => db.selectFrom('token').select('kind').where('app_id', '=', app).execute(),
    (app) => app,
    { columns: { token: ['kind'] }, limit: 1 },
  );
  const read = () => store.read((db) => tokens(db, 5));
  expect(await read()).toHaveLength(1);
  await change('DELETE FROM app WHERE id = 5');
  expect(await read()).toHaveLength(0);
});

test('the oldest entries are dropped', async () => {
  const { store, findRole, count, change } = await setup(() => openStore(':memory:'));
  for (const id of [2, 3])
    await change(`INSERT INTO person (id, email, password_hash, name, surname, name_order, link, role, last_been, registered_at)
      VALUES (${id}, '${id}@example.org', '', 'X', '', 'x', '', 'member', 0, 0)`);
  for (const id of [1, 2, 3, 3, 1]) await store.read((db) => findRole(db, id));
  expect(count()).toBe(4);
});
