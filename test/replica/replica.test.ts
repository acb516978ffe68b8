import { expect, test } from 'vitest';
import type { Replica } from '../../electron/replica/replica';
import fc from '../support/inputs/properties';
import { comparable, replicaOf } from '../support/replicas';
import { testService, type TestPerson } from '../support/service';
import { RandomWorld } from './random-world';

test('a replica answers as its host does, whatever happens between its visits', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 60, maxLength: 140 }),
      async (steps) => {
        const t = await testService();
        const people = await t.people('Ann', 'Ben', 'Cleo', 'Dan');
        const [ann] = people;
        const { replica, sync, reader } = replicaOf(t, ann);
        const world = new RandomWorld(t.service, people);
        await world.fillLibraries();
        for (const [who, what, which] of steps) {
          await world.act(who, what, which);
          t.clock.advance(1);
          if (what % 7 === 0) expect(await sync.catchUp()).toBe('current');
        }
        await sync.catchUp();
        for (const { name, input } of await world.reads(ann)) {
          const answer = await reader.answer(name, input);
          if (answer === undefined) continue;
          expect
            .soft(comparable(answer), `${name} ${JSON.stringify(input)}`)
            .toEqual(comparable(await ann.call(name, input as never)));
          compared++;
        }
        for (const { name, input } of world.lastSeenReads(replica.holdings)) {
          const host = await ann.call(name, input as never).catch(() => undefined);
          if (host === undefined) continue;
          const known = await reader.asLastSeen(name, input);
          expect.soft(identifiersOf(known), `${name} ${JSON.stringify(input)}`).toEqual(identifiersOf(host));
        }
        // The feed also has posts of followed people on walls of others, of which no event tells.
        const feed = await ann.call('posts.list', { user: '@me', feed: true, limit: 100 });
        const known = (await reader.asLastSeen('posts.list', { user: '@me', feed: true })) ?? [];
        expect.soft(identifiersOf(feed)).toEqual(expect.arrayContaining(known.map((post) => post.ID)));
        await expectNothingHidden(replica, ann);
        await replica.close();
      },
    ),
    { numRuns: Number(process.env.SEEDS ?? 20) },
  );
  expect(compared).toBeGreaterThan(50);
});

/** The IDs in a list, the text of a post, or the whole answer. */
function identifiersOf(answer: unknown): unknown {
  if (!Array.isArray(answer)) {
    // What a post shows of others, and its counts while a block hides it, change without an event.
    const { ID, Content } = (answer ?? {}) as { ID?: number; Content?: string };
    return ID === undefined ? answer : { ID, Content };
  }
  const items: readonly Partial<Record<'ID' | 'Message', unknown>>[] = answer;
  return items.map((one) => one.ID ?? one.Message);
}

/** Nothing of dialogs that the person is not a member of, and nothing that others keep to themselves. */
async function expectNothingHidden(replica: Replica, person: TestPerson): Promise<void> {
  const held = await replica.db.selectFrom('message').select('dialog_id').distinct().execute();
  for (const { dialog_id } of held) {
    const dialog = await person.call('dialogs.get', { dialog_id });
    expect(dialog.Member).toBe(true);
  }
  const secrets = await replica.db.selectFrom('person').selectAll().where('id', '<>', person.id).execute();
  for (const row of secrets)
    expect([row.email, row.password_hash, row.preferences, row.coins]).toEqual([null, '', '{}', 0]);
  const others = await replica.db
    .selectFrom('member')
    .selectAll()
    .where('person_id', '<>', person.id)
    .execute();
  for (const row of others) {
    expect([row.read_id, row.start_id, row.muted, row.pinned_at]).toEqual([0, 0, 0, 0]);
  }
  const readByOthers = await replica.db
    .selectFrom('dialog')
    .selectAll()
    .where('furthest_reader_id', '<>', person.id)
    .execute();
  for (const row of readByOthers) expect([row.furthest_reader_id, row.other_read_id]).toEqual([0, 0]);
}
