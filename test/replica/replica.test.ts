import { expect, test } from 'vitest';
import type { Replica } from '../../electron/replica/replica';
import type { SyncCall } from '../../electron/replica/replica-sync';
import { Unreachable } from '../../shared/client/transport';
import fc, { runs } from '../support/inputs/properties';
import { preparedHost } from '../support/hosts/prepared-host';
import { comparable, replicaOf } from '../support/replicas';
import type { TestPerson } from '../support/service';
import { fillLibraries, RandomWorld } from './random-world';

const openHost = preparedHost(async (t) => {
  const people = await t.people('Ann', 'Ben', 'Cleo', 'Dan');
  return { people, state: await fillLibraries(t.service, people) };
});

/** How often each thing happened that a replica must survive. */
const seen = { compared: 0, pages: 0, purges: 0, lostAnswers: 0, restores: 0 };

test('a replica answers as its host does, whatever happens between its visits', async () => {
  const steps = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 50, maxLength: 120 });
  await fc.assert(fc.asyncProperty(steps, expectEquality), runs(40));
  if (process.env.SEEDS !== undefined) return;
  expect(seen.compared).toBeGreaterThan(400);
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(5);
});

type Step = readonly [who: number, what: number, which: number];

async function expectEquality(steps: readonly Step[]): Promise<void> {
  const { t, people, state, backup, restore, close } = await openHost();
  const [ann] = people as [TestPerson];
  const connection = { answers: Infinity };
  let held = replicaOf(t, ann, { call: callOver(ann, connection) });
  const catchUp = async () => {
    if ((await held.sync.catchUp()) === 'current') return;
    await held.replica.close();
    held = replicaOf(t, ann, { call: callOver(ann, connection) });
    expect(await held.sync.catchUp()).toBe('current');
  };
  const world = new RandomWorld(people, state);
  let saved: Buffer | undefined;
  for (const [who, what, which] of steps) {
    await world.act(who, what, which);
    t.clock.advance(1);
    connection.answers = which % 2 === 0 ? Infinity : which % 11;
    if (what % 7 === 0) await catchUp().catch(expectLost);
    if (what % 61 === 1) saved = await backup();
    if (what % 61 === 2 && saved) {
      await restore(saved);
      seen.restores++;
    }
  }
  connection.answers = Infinity;
  await catchUp();
  const { replica, reader } = held;
  for (const { name, input } of world.reads(ann)) {
    const answer = await reader.answer(name, input);
    if (answer === undefined) continue;
    const host = await ann.call(name, input as never);
    expect(comparable(answer), `${name} ${JSON.stringify(input)}`).toEqual(comparable(host));
    seen.compared++;
  }
  for (const { name, input } of world.lastSeenReads(replica.holdings)) {
    const host = await ann.call(name, input as never).catch(() => undefined);
    if (host === undefined) continue;
    const known = await reader.asLastSeen(name, input);
    expect(asTold(known), `${name} ${JSON.stringify(input)}`).toEqual(asTold(host));
    seen.compared++;
  }
  // The feed also has posts of followed people on walls of others, of which no event tells.
  const idsOf = (posts: readonly { ID: number }[]) => posts.map((post) => post.ID);
  const feed = await ann.call('posts.list', { user: '@me', feed: true, limit: 100 });
  const known = (await reader.asLastSeen('posts.list', { user: '@me', feed: true })) ?? [];
  const onHeldWalls = known.filter(({ Target, Author }) =>
    replica.holdings.scope('wall', Target?.ID ?? Author.ID),
  );
  expect(idsOf(feed)).toEqual(expect.arrayContaining(idsOf(onHeldWalls)));
  await expectNothingHidden(replica, ann);
  await replica.close();
  await close();
}

/** Calls the host in small pages; answers get lost once `answers` have arrived. */
function callOver(person: TestPerson, connection: { answers: number }): SyncCall {
  return async (name, input) => {
    const answer = await person.call(name, name === 'sync.begin' ? input : { ...input, limit: 3 });
    if (connection.answers-- <= 0) {
      seen.lostAnswers++;
      throw new Unreachable();
    }
    if ('More' in answer && answer.More) seen.pages++;
    if ('Changes' in answer)
      seen.purges += answer.Changes.filter(({ Table, Row }) => Table === 'scope' && Row === null).length;
    return answer;
  };
}

function expectLost(error: unknown): void {
  if (!(error instanceof Unreachable)) throw error;
}

/**
 * An answer without what changes with no event to the person: the number of posts of people whom they don't follow, and
 * all of a post that is only shown within something else.
 */
function asTold(answer: unknown): unknown {
  const told = JSON.stringify(comparable(answer) ?? null, (key, part: unknown) => {
    if (key === 'Posts') return undefined;
    return EMBEDDING.has(key) && isPost(part) ? { ID: part.ID } : part;
  });
  return JSON.parse(told);
}

const EMBEDDING: ReadonlySet<string> = new Set(['Item', 'Post', 'Repost']);

function isPost(part: unknown): part is { ID: number } {
  return typeof part === 'object' && part !== null && 'Reposts' in part;
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
    expect([row.read_id, row.start_id, row.muted, row.muted_until, row.pinned_at]).toEqual([0, 0, 0, 0, 0]);
  }
  const readByOthers = await replica.db
    .selectFrom('dialog')
    .selectAll()
    .where('furthest_reader_id', '<>', person.id)
    .execute();
  for (const row of readByOthers) expect([row.furthest_reader_id, row.other_read_id]).toEqual([0, 0]);
}
