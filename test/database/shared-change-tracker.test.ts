import { expect, test } from 'vitest';
import type { Db } from '../../electron/database/db';
import type { Queryable } from '../../electron/database/postgres/connection';
import {
  SharedChangeTracker,
  type CountsByTable,
} from '../../electron/database/postgres/shared-change-tracker';

const CACHED = 'cached' as unknown as Db;
const PLAIN = 'plain' as unknown as Db;

/** Deleting a dialog deletes its members. */
const DEPENDENTS = new Map([['dialog', new Set(['member'])]]);

/** Counts that a database answers, one after the other; the last one again and again. */
function changesOf(...answers: CountsByTable[]) {
  let asked = 0;
  const query = async () => {
    await Promise.resolve();
    return { rows: [answers[Math.min(asked++, answers.length - 1)]] };
  };
  const changes = new SharedChangeTracker(query as unknown as Queryable['query'], DEPENDENTS);
  /** Which databases a read used. */
  const read = async (): Promise<unknown[]> => {
    const used: unknown[] = [];
    await changes.read(CACHED, PLAIN, (db) => Promise.resolve(used.push(db)));
    await new Promise(setImmediate);
    return used;
  };
  return { changes, read, asked: () => asked };
}

test('a read is repeated without caches if the counts were not those that it took for current', async () => {
  const { changes, read } = changesOf({ person: 1 }, { person: 1 }, { person: 2 }, { person: 2 });
  const watch = changes.watch({ person: ['name'] });
  expect(await read()).toEqual([CACHED, PLAIN]);
  expect(await read()).toEqual([CACHED]);
  expect(watch.version).toBe(1);
  expect(await read()).toEqual([CACHED, PLAIN]);
  expect(watch.version).toBe(2);
  expect(await read()).toEqual([CACHED]);
});

test('a read that failed on what was cached is repeated too', async () => {
  const { changes, read } = changesOf({ person: 1 }, { person: 2 });
  await read();
  const refuse = (db: Db) =>
    db === CACHED ? Promise.reject(new Error('you are banned')) : Promise.resolve('welcome back');
  expect(await changes.read(CACHED, PLAIN, refuse)).toBe('welcome back');
  const fail = () => Promise.reject(new Error('not found'));
  await expect(changes.read(CACHED, PLAIN, fail)).rejects.toThrow('not found');
});

test('after a lost connection nothing that was remembered holds, whatever is counted', async () => {
  const { changes, read } = changesOf({ person: 5 });
  const watch = changes.watch({ person: ['name'] });
  await read();
  changes.reset();
  expect(watch.version).toBe(2);
  // The server that follows has lost a change, and counted another one.
  expect(await read()).toEqual([CACHED, PLAIN]);
  expect(await read()).toEqual([CACHED]);
});

test('reads of one turn ask for the counts once', async () => {
  const { changes, asked } = changesOf({ person: 1 });
  const reads = [1, 2, 3].map(() => changes.read(CACHED, PLAIN, () => Promise.resolve()));
  await Promise.all(reads);
  expect(asked()).toBe(1);
});

test('counts of an earlier reading, answered later, change nothing', () => {
  const { changes } = changesOf({});
  const watch = changes.watch({ person: ['name'] });
  changes.apply({ person: 5, token: 1 });
  changes.apply({ person: 4, token: 1 });
  expect(watch.version).toBe(1);
  changes.apply({ person: 5, token: 2 });
  expect(watch.version).toBe(1);
});

test.each([
  ['update "person" set "name" = $1 where "id" = $2', ['name']],
  ['update "person" set "coins_day" = $1 where "id" = $2', ['coins']],
  ['insert into "token" ("id") values ($1)', ['token']],
  ['update "message" set "text" = $1', []],
  ['insert into "message" ("id") values ($1)', []],
  ['delete from "dialog" where "id" = $1', ['member']],
  ['delete from "token" where "id" = $1', ['token']],
  ['delete from "post_search" where "id" = $1', []],
  ['select * from person', []],
  ['RELEASE one; SAVEPOINT one', []],
  ['with gone as (delete from person) select 1', ['name', 'coins', 'token', 'member']],
  ['with counted as (update event_counter set seq = 1) insert into event values (1)', []],
])('%s changes %j until its transaction ends', (statement, expected) => {
  const { changes } = changesOf({});
  const watches = {
    name: changes.watch({ person: ['name'] }),
    coins: changes.watch({ person: ['coins_day'] }),
    token: changes.watch({ token: ['person_id'] }),
    member: changes.watch({ member: ['person_id'] }),
  };
  const changing = () => Object.entries(watches).flatMap(([name, one]) => (one.isChanging ? [name] : []));
  changes.recordStatement(statement);
  expect(changing()).toEqual(expected);
  changes.endTransaction();
  expect(changing()).toEqual([]);
  expect(Object.values(watches).filter((one) => one.version > 0)).toHaveLength(expected.length);
});

test('only columns whose changes PostgreSQL counts can be watched', () => {
  const { changes } = changesOf({});
  expect(() => changes.watch({ person: ['password'] })).toThrow('person.password');
  expect(() => changes.watch({ photo: ['id'] })).toThrow('photo.id');
});
