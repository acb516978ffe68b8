import { expect, test } from 'vitest';
import type { Replica } from '../../electron/replica/replica';
import type { Input, Name } from '../../shared/contract';
import fc from '../support/properties';
import { comparable, replicaOf } from '../support/replicas';
import { testService, type TestPerson } from '../support/service';

type Call = { [N in Name]: { name: N; input: Input<N> } }[Name];

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
        const world = new RandomWorld(people);
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
          world.compared++;
        }
        compared += world.compared;
        for (const name of LISTS) {
          const known = await reader.asLastSeen(name, {});
          expect.soft(identifiersOf(known), name).toEqual(identifiersOf(await ann.call(name, {})));
        }
        await expectNothingHidden(replica, ann);
        await replica.close();
      },
    ),
    { numRuns: Number(process.env.SEEDS ?? 20) },
  );
  expect(compared).toBeGreaterThan(100);
});

const LISTS = ['people.incoming', 'people.outgoing', 'people.notifications'] as const;

function identifiersOf(list: readonly { ID: number }[] | undefined): number[] | undefined {
  return list?.map((one) => one.ID);
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

/** People who do things at random; what they may not do is refused and forgotten. */
class RandomWorld {
  readonly dialogs: number[] = [];
  readonly messages: number[] = [];
  readonly posts: number[] = [];
  readonly comments: number[] = [];
  compared = 0;
  readonly #people: readonly TestPerson[];

  constructor(people: readonly TestPerson[]) {
    this.#people = people;
  }

  async act(who: number, what: number, which: number): Promise<void> {
    const person = this.#people[who % this.#people.length]!;
    const other = this.#people[which % this.#people.length]!;
    const pick = (list: readonly number[]) => list[which % Math.max(1, list.length)] ?? 1;
    const acts: (() => Promise<unknown>)[] = [
      async () =>
        this.dialogs.push(
          (await person.call('dialogs.create', { name: `G${which}`, type: 'group', private: which % 2 })).ID,
        ),
      async () => this.dialogs.push((await person.call('dialogs.createPrivate', { user_id: other.id })).ID),
      () => this.#send(person, pick(this.dialogs), which),
      () => this.#send(person, pick(this.dialogs), which),
      () => this.#send(person, pick(this.dialogs), which),
      () => person.call('dialogs.editMessage', { message_id: pick(this.messages), text: `Edited ${which}` }),
      () => person.call('dialogs.deleteMessage', { message_id: pick(this.messages) }),
      () => person.call('dialogs.react', { message_id: pick(this.messages), emoji: which % 2 ? '👍' : '🎉' }),
      () => person.call('dialogs.unreact', { message_id: pick(this.messages), emoji: '👍' }),
      () => person.call('dialogs.read', { dialog_id: pick(this.dialogs), message: pick(this.messages) }),
      () => person.call('dialogs.join', { dialog_id: pick(this.dialogs), user_id: '@me' }),
      () => person.call('dialogs.join', { dialog_id: pick(this.dialogs), user_id: other.id }),
      () => person.call('dialogs.leave', { dialog_id: pick(this.dialogs), user_id: '@me' }),
      () => person.call('dialogs.leave', { dialog_id: pick(this.dialogs), user_id: other.id }),
      () => person.call('dialogs.update', { dialog_id: pick(this.dialogs), name: `Name ${which}` }),
      () => person.call('dialogs.mute', { dialog_id: pick(this.dialogs) }),
      () => person.call('dialogs.pin', { dialog_id: pick(this.dialogs) }),
      () => person.call('people.subscribe', { user: other.id }),
      () => person.call('people.subscribe', { user: other.id }),
      () => person.call('people.block', { user: other.id }),
      () => person.call('people.unblock', { user: other.id }),
      () => person.call('people.ignore', { user_id: other.id }),
      async () =>
        this.posts.push((await person.call('posts.create', { user: other.id, content: `Post ${which}` })).ID),
      async () =>
        this.posts.push(
          (
            await person.call('posts.create', {
              user: '@me',
              content: `Own ${which}`,
              repost: which % 3 ? 0 : pick(this.posts),
            })
          ).ID,
        ),
      () => person.call('posts.edit', { post_id: pick(this.posts), content: `Post edited ${which}` }),
      () => person.call('posts.remove', { post_id: pick(this.posts) }),
      () => person.call('posts.like', { post_id: pick(this.posts) }),
      async () =>
        this.comments.push(
          (await person.call('posts.comment', { post_id: pick(this.posts), content: `So ${which}` })).ID,
        ),
      () => person.call('posts.removeComment', { comment_id: pick(this.comments) }),
      () => person.call('posts.likeComment', { comment_id: pick(this.comments) }),
      () => person.call('account.updateProfile', { about: `About ${which}`, viewBirthdayState: which % 3 }),
      () => person.call('account.updateProfile', { birthday: '1990-05-05', viewFriendsState: which % 3 }),
      () => person.call('people.give', { user: other.id, item: 1 }),
      () => person.call('people.readNotifications', { last_id: Number.MAX_SAFE_INTEGER - 1 }),
      () => this.#people[0]!.call('admin.ban', { user_id: other.id, reason: 'Test' }),
      () => this.#people[0]!.call('admin.unban', { user_id: other.id }),
    ];
    await acts[what % acts.length]!().catch(() => undefined);
  }

  /** Every reading call that a replica may answer, for everything there is. */
  reads(person: TestPerson): Call[] {
    const dialogs = this.dialogs.flatMap((dialog_id): Call[] => [
      { name: 'dialogs.get', input: { dialog_id } },
      { name: 'dialogs.members', input: { dialog_id } },
      { name: 'dialogs.messages', input: { dialog_id } },
    ]);
    const others = this.#people.flatMap(({ id }): Call[] => [
      { name: 'people.get', input: { user: id } },
      { name: 'posts.list', input: { user: id } },
    ]);
    return [
      { name: 'dialogs.list', input: {} },
      ...dialogs,
      ...others,
      ...this.messages.map((message_id): Call => ({ name: 'dialogs.message', input: { message_id } })),
      ...this.posts.map((post_id): Call => ({ name: 'posts.get', input: { post_id } })),
      { name: 'posts.list', input: { user: person.id } },
    ];
  }

  async #send(person: TestPerson, dialog_id: number, which: number): Promise<void> {
    const reply = which % 4 === 0 ? this.messages[which % Math.max(1, this.messages.length)] : undefined;
    const { ID } = await person.call('dialogs.send', {
      dialog_id,
      text: `Message ${which} https://example.org/${which}`,
      ...(reply !== undefined && { replyTo: reply }),
    });
    this.messages.push(ID);
  }
}
