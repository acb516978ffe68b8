import { afterEach, expect, onTestFinished, test } from 'vitest';
import { verifyCachedAnswers } from '../../electron/database/caching/verification';
import type { PrefetchPlan } from '../../electron/database/caching/prefetch-plan';
import { openPostgres } from '../../electron/database/postgres/open';
import { prepared, preparedOne } from '../../electron/database/prepared';
import { AppError } from '../../shared/errors';
import { createDatabase, urlOfDatabase } from '../support/databases/databases';
import { lockCounter } from '../support/databases/locked-counter';
import { testProcesses } from '../support/databases/processes';
import fc from '../support/inputs/properties';
import { readAll } from '../support/messages';

afterEach(() => verifyCachedAnswers(null));

const find = preparedOne((db, argument: { key: string }) =>
  db.selectFrom('meta').select('value').where('key', '=', argument.key),
);

const store = prepared((db, argument: { key: string; value: string }) =>
  db
    .insertInto('meta')
    .values({ key: argument.key, value: argument.value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: argument.value })),
);

const insertPlace = prepared((db, argument: { id: number }) =>
  db.insertInto('message_place').values({ id: argument.id, dialog_id: 1 }),
);

const KEYS = ['a', 'b', 'c'] as const;
const KINDS = ['plain', 'unplanned', 'refused early', 'refused late', 'duplicate', 'throws'] as const;

async function testWriter() {
  const url = urlOfDatabase(await createDatabase());
  const { writer, close } = await openPostgres(url, () => undefined);
  onTestFinished(close);
  const { db } = writer;
  const read = async (key: string) => Number((await find(db, { key }))?.value ?? 0);
  const outdated: string[] = [];
  /** Counts one more under a key, which loses a count if it goes by an answer that is no longer true. */
  const count = async (key: string, kind: (typeof KINDS)[number]) => {
    const known = await read(key);
    if (kind === 'refused early') throw new AppError('access_denied');
    await store(db, { key, value: String(known + 1) });
    if (kind === 'refused late') throw new AppError('not_found');
    if (kind === 'throws') throw new Error('broken');
    // Nobody waits for it to fail.
    if (kind === 'duplicate') await insertPlace(db, { id: 1 });
    else if ((await read(key)) !== known + 1) outdated.push(key);
  };
  const planOf = (key: string): PrefetchPlan => ({
    conflictKeys: [key],
    prefetch: (of) => find(of, { key }),
  });
  const run = (key: string, kind: (typeof KINDS)[number]) =>
    writer.run(() => count(key, kind), kind === 'unplanned' ? undefined : planOf(key));
  return { writer, url, db, read, run, planOf, outdated };
}

test('of writes with prefetch plans those are stored that succeed, whatever the others of their group do', async () => {
  const write = fc.record({ key: fc.constantFrom(...KEYS), kind: fc.constantFrom(...KINDS) });
  const property = fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 12 }), async (writes) => {
    const { writer, db, read, run, outdated } = await testWriter();
    await writer.run(() => insertPlace(db, { id: 1 }));
    const results = await Promise.allSettled(writes.map(({ key, kind }) => run(key, kind)));
    for (const [index, result] of results.entries()) {
      const { kind = 'plain' } = writes[index] ?? {};
      if (kind === 'plain') expect(result.status).toBe('fulfilled');
      else if (kind !== 'unplanned') expect(result).toMatchObject(REASONS[kind]);
    }
    for (const key of KEYS) {
      const stored = results.filter(({ status }, at) => status === 'fulfilled' && writes[at]?.key === key);
      expect(await writer.run(() => read(key))).toBe(stored.length);
    }
    expect(outdated).toEqual([]);
  });
  await fc.assert(property, { numRuns: 12, endOnFailure: true, examples: [[SPOILT]] });
});

/** Going back to the savepoint of the last one would also undo what was stored between the first and the last. */
const SPOILT: { key: (typeof KEYS)[number]; kind: (typeof KINDS)[number] }[] = [
  { key: 'a', kind: 'unplanned' },
  { key: 'b', kind: 'plain' },
  { key: 'c', kind: 'duplicate' },
  { key: 'a', kind: 'unplanned' },
];

const REASONS = {
  'refused early': { status: 'rejected', reason: { code: 'access_denied' } },
  'refused late': { status: 'rejected', reason: { code: 'not_found' } },
  duplicate: { status: 'rejected', reason: { message: expect.stringContaining('duplicate key') as string } },
  throws: { status: 'rejected', reason: { message: 'broken' } },
};

test('writes with prefetch plans ask once, together, and wait for nothing else', async () => {
  const { writer, url, read, planOf } = await testWriter();
  const counter = await lockCounter(url);
  const turns: string[] = [];
  const writes = KEYS.map((key) =>
    writer.run(async () => {
      turns.push(`${key} begins`);
      await read(key);
      await store(writer.db, { key, value: '1' });
      turns.push(`${key} ends`);
      setImmediate(() => turns.push('next turn'));
    }, planOf(key)),
  );
  await counter.untilAwaited();
  await counter.unlock();
  await Promise.all(writes);
  expect(turns.slice(0, 6)).toEqual(KEYS.flatMap((key) => [`${key} begins`, `${key} ends`]));
});

test('what people send and read at once goes by what is true when its turn comes', async () => {
  const differences: string[] = [];
  verifyCachedAnswers((difference) => differences.push(difference));
  const property = fc.asyncProperty(
    fc.array(fc.nat(999), { minLength: 40, maxLength: 40 }),
    async (draws) => {
      const { first } = await testProcesses(1);
      const people = await first.people('Ann', 'Bob', 'Carl', 'Dora');
      const [ann] = people;
      const groups = await Promise.all(
        ['One', 'Two', 'Three'].map((name) => ann.call('dialogs.create', { name, private: 0 })),
      );
      for (const { ID } of groups)
        for (const person of people.slice(1)) await person.call('dialogs.join', { dialog_id: ID });
      const act = (draw: number) => {
        const person = people[draw % people.length] ?? ann;
        const dialog_id = groups[Math.floor(draw / 4) % groups.length]?.ID ?? 0;
        switch (Math.floor(draw / 12) % 8) {
          case 0:
            return person.call('dialogs.read', { dialog_id });
          case 1:
            return person.call('dialogs.mute', { dialog_id, value: draw % 2 === 0 });
          case 2:
            return ann.call('dialogs.setRole', {
              dialog_id,
              user_id: people[1]?.id ?? 0,
              role: draw % 2 === 0 ? 'admin' : 'member',
            });
          default:
            return person.call('dialogs.send', { dialog_id, text: 'Hello', nonce: `nonce ${draw}` });
        }
      };
      for (let at = 0; at < draws.length; at += 20)
        await Promise.allSettled(draws.slice(at, at + 20).map(act));
      for (const person of people) for (const { ID } of groups) await readAll(person, ID);
      expect(differences).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: 3, endOnFailure: true });
});
