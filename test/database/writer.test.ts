import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openStore, type Store } from '../../electron/database/open';
import { AppError } from '../../shared/errors';
import { refusal } from '../support/service';

test('writes that wait together share one transaction', async () => {
  const store = storeInFolder();
  clockAt(() => 0);
  const commits = vi.fn(() => () => undefined);
  store.writer.hooks = { ...store.writer.hooks, afterCommit: commits };
  await Promise.all(Array.from({ length: 64 }, (_, turn) => put(store, `key ${turn}`)));
  expect(commits).toHaveBeenCalledTimes(1);
  expect(await keys(store)).toHaveLength(64);
});

test('a group that takes long leaves the rest to the next one, in order', async () => {
  const store = storeInFolder();
  const sizes: number[] = [];
  let size = 0;
  const commits = () => () => void sizes.push(size);
  store.writer.hooks = { ...store.writer.hooks, afterCommit: commits };
  let now = 0;
  clockAt(() => now);
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 5 }, (_, turn) =>
      store.writer.run(async () => {
        await insert(store, `key ${turn}`);
        order.push(turn);
        size = order.length;
        now += 5;
      }),
    ),
  );
  expect(sizes).toEqual([2, 4, 5]);
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(await keys(store)).toHaveLength(5);
});

test('a failing write affects no other of its group and leaves nothing', async () => {
  const store = storeInFolder();
  const outcomes = await Promise.allSettled([
    put(store, 'first'),
    store.writer.run(async () => {
      await insert(store, 'half');
      throw new AppError('conflict');
    }),
    put(store, 'third'),
    store.writer.run(async () => {
      await insert(store, 'before a database error');
      await insert(store, 'first');
    }),
    put(store, 'fifth'),
  ]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(outcomes[1]).toMatchObject({ reason: { code: 'conflict' } });
  expect(await keys(store)).toEqual(['fifth', 'first', 'third']);
});

test('a group whose last statements fail is rolled back completely', async () => {
  const store = storeInFolder();
  const rolledBack = vi.fn();
  const calm = store.writer.hooks;
  store.writer.hooks = {
    ...calm,
    beforeCommit: () => {
      throw new Error('no room for the events');
    },
    afterRollback: rolledBack,
  };
  // A slow machine would make them two groups.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const refused = await Promise.all([refusal(put(store, 'one')), refusal(put(store, 'two'))]);
  expect(refused.map((error) => error.code)).toEqual(['unavailable', 'unavailable']);
  expect(rolledBack).toHaveBeenCalledTimes(1);
  store.writer.hooks = calm;
  await put(store, 'three');
  expect(await keys(store)).toEqual(['three']);
});

test('a failed commit rejects its group as unavailable, and the next one works', async () => {
  const store = storeInFolder();
  const outcomes = await Promise.all([
    refusal(put(store, 'innocent')),
    refusal(
      store.writer.run(() => {
        // A foreign key that is only looked at when all is committed.
        store.writer.raw.pragma('defer_foreign_keys = ON');
        store.writer.raw.exec('INSERT INTO block (person_id, target_id, created_at) VALUES (1, 2, 3)');
        return Promise.resolve();
      }),
    ),
  ]);
  expect(outcomes.map((error) => error.code)).toEqual(['unavailable', 'unavailable']);
  expect(store.writer.raw.inTransaction).toBe(false);
  await put(store, 'later');
  expect(await keys(store)).toEqual(['later']);
});

test('uncommitted and rolled back writes are never visible', async () => {
  const store = storeInFolder();
  let seen: string[] | undefined;
  await store.writer.run(async () => {
    await insert(store, 'early');
    seen = await keys(store);
  });
  expect(seen).toEqual([]);
  expect(await keys(store)).toEqual(['early']);
});

test('in-memory databases hide uncommitted writes too', async () => {
  const store = openStore(':memory:');
  onTestFinished(() => store.close());
  const writing = refusal(
    store.writer.run(async () => {
      await insert(store, 'half');
      await new Promise(setImmediate);
      throw new AppError('conflict');
    }),
  );
  await new Promise(setImmediate);
  const [seen] = await Promise.all([keys(store), writing]);
  expect(seen).toEqual([]);
});

test('queued writes are finished on close, and no new ones accepted', async () => {
  const store = storeInFolder();
  const writing = Promise.all(Array.from({ length: 200 }, (_, turn) => put(store, `key ${turn}`)));
  const closing = store.writer.close();
  expect((await refusal(put(store, 'late'))).code).toBe('unavailable');
  await Promise.all([writing, closing]);
  expect(await keys(store)).toHaveLength(200);
});

/** Sets the clock that durations are measured with, in milliseconds. */
function clockAt(now: () => number): void {
  const clock = vi.spyOn(performance, 'now').mockImplementation(now);
  onTestFinished(() => clock.mockRestore());
}

function storeInFolder(): Store {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-'));
  const store = openStore(folder);
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return store;
}

function put(store: Store, key: string): Promise<void> {
  return store.writer.run(() => insert(store, key));
}

async function insert(store: Store, key: string): Promise<void> {
  await store.writer.db.insertInto('meta').values({ key, value: '' }).execute();
}

async function keys(store: Store): Promise<string[]> {
  const rows = await store.read((db) => db.selectFrom('meta').select('key').orderBy('key').execute());
  return rows.map((row) => row.key);
}
