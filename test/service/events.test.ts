import { beforeEach, describe, expect, test, vi } from 'vitest';
import { testOnSqlite } from '../support/databases/databases';
import type { Event, EventType } from '../../shared/events';
import { testService, type TestLine, type TestPerson, type TestService } from '../support/service';

/** Ann owns the community and a group in which Bob is a member; Carl is a stranger to it. */
let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let carl: TestPerson;
let dialog_id: number;
/** What Ann said first and last in the group. */
let first: number;
let message_id: number;
let lines: { ann: TestLine; bob: TestLine; carl: TestLine };

beforeEach(async () => {
  t = await testService();
  [ann, bob, carl] = await t.people('Ann', 'Bob', 'Carl');
  await bob.call('account.updateProfile', { link: 'bob.baker' });
  ({ ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
  ({ ID: first } = await ann.call('dialogs.send', { dialog_id, text: 'Hello' }));
  ({ ID: message_id } = await ann.call('dialogs.send', { dialog_id, text: 'Anybody here?' }));
  lines = { ann: await ann.listen(), bob: await bob.listen(), carl: await carl.listen() };
  await heard();
});

type Heard = Partial<Record<'ann' | 'bob' | 'carl', string>>;
type Act = () => Promise<unknown>;

const alone = (types: string): Heard => ({ ann: types });
const both = (types: string): Heard => ({ ann: types, bob: types });
const everybody = (types: string): Heard => ({ ann: types, bob: types, carl: types });

/** What is done, how, and what each hears of it and nothing else; presence is left out. */
const acts: [string, Act, Heard][] = [
  ['sending', () => say('Hi'), both('message')],
  ['answering what was unread', () => say('Hi', bob), both('message read')],
  ['mentioning', () => say('Hi @bob.baker'), { ann: 'message', bob: 'message notification' }],
  ['editing', () => ann.call('dialogs.editMessage', { message_id, text: 'Hm' }), both('message_edit')],
  ['deleting', () => ann.call('dialogs.deleteMessage', { message_id: first }), both('message_delete')],
  [
    'deleting the last',
    () => ann.call('dialogs.deleteMessage', { message_id }),
    both('message_delete dialog'),
  ],
  ['reacting', () => bob.call('dialogs.react', { message_id, emoji: '👍' }), both('message_reaction')],
  ['taking back nothing', () => bob.call('dialogs.unreact', { message_id, emoji: '👍' }), {}],
  ['pinning', () => ann.call('dialogs.pinMessage', { message_id }), both('message_pin')],
  ['unpinning nothing', () => ann.call('dialogs.unpinMessage', { message_id }), {}],
  ['reading', () => bob.call('dialogs.read', { dialog_id, message: message_id }), both('read')],
  ['reading what was read', () => ann.call('dialogs.read', { dialog_id, message: message_id }), {}],

  ['making a group', () => ann.call('dialogs.create', { name: 'New', type: 'group' }), alone('dialog')],
  [
    'writing to a stranger',
    () => ann.call('dialogs.createPrivate', { user_id: carl.id }),
    { ann: 'dialog', carl: 'dialog' },
  ],
  ['renaming', () => ann.call('dialogs.update', { dialog_id, name: 'New' }), both('dialog')],
  ['renaming to nothing else', () => ann.call('dialogs.update', { dialog_id }), {}],
  ['removing a group', () => ann.call('dialogs.remove', { dialog_id }), both('dialog_delete')],
  ['muting', () => ann.call('dialogs.mute', { dialog_id }), alone('dialog')],
  ['pinning', () => ann.call('dialogs.pin', { dialog_id }), alone('dialog')],
  ['archiving', () => ann.call('dialogs.archive', { dialog_id }), alone('dialog')],
  ['taking back what is not archived', () => ann.call('dialogs.archive', { dialog_id, value: false }), {}],
  ['saving a draft', () => ann.call('dialogs.saveDraft', { dialog_id, text: 'Unsent' }), alone('draft')],
  ['making a folder', () => ann.call('dialogs.createFolder', { name: 'Mine' }), alone('dialog_folder')],
  ['inviting', () => ann.call('dialogs.createInvite', { dialog_id }), {}],
  [
    'joining',
    () => carl.call('dialogs.join', { dialog_id, user_id: '@me' }),
    { ...both('member message'), carl: 'dialog member message' },
  ],
  [
    'adding',
    () => ann.call('dialogs.join', { dialog_id, user_id: carl.id }),
    { ...both('member message'), carl: 'dialog member message' },
  ],
  [
    'leaving',
    () => bob.call('dialogs.leave', { dialog_id, user_id: '@me' }),
    { ann: 'message member', bob: 'dialog_delete member' },
  ],
  [
    'removing',
    () => ann.call('dialogs.leave', { dialog_id, user_id: bob.id }),
    { ann: 'message member', bob: 'dialog_delete member' },
  ],
  ['promoting', () => give('admin'), both('member')],
  ['handing over', () => give('owner'), both('member member dialog')],

  [
    'asking to be friends',
    () => ann.call('people.subscribe', { user: bob.id }),
    { ...everybody('profile profile'), bob: 'notification profile profile' },
  ],
  ['blocking', () => ann.call('people.block', { user: bob.id }), both('profile profile')],
  ['blocking again', () => twice(() => ann.call('people.block', { user: bob.id })), both('profile profile')],
  [
    'changing the own profile',
    () => bob.call('account.updateProfile', { about: 'I bake' }),
    everybody('profile'),
  ],
  ['reporting', () => carl.call('people.report', { user: bob.id, reason: 'Loud' }), alone('profile')],
  ['reading no notifications', () => bob.call('people.readNotifications', {}), {}],
  ['keeping preferences', () => bob.call('account.updatePreferences', { theme: 'dark' }), { bob: 'profile' }],
  ['banning', () => ann.call('admin.ban', { user_id: carl.id, reason: 'Loud' }), both('profile community')],
  [
    'making an administrator',
    () => ann.call('admin.setRole', { user_id: bob.id, role: 'admin' }),
    everybody('profile'),
  ],
  ['renaming the community', () => ann.call('community.update', { name: 'New' }), everybody('community')],
  ['coming to the community', () => t.person('Dora'), everybody('profile community')],
  ['typing', () => command('bob', { command: 'typing', thing_id: dialog_id }), alone('typing')],
];

describe('recipients', () => {
  test.each(acts)('%s', async (_what, act, expected) => {
    await act();
    const types = (events: Event[]) => events.map((event) => event.Type).join(' ');
    const { ann: one, bob: other, carl: third } = await heard();
    expect({ ann: types(one), bob: types(other), carl: types(third) }).toEqual({
      ...{ ann: '', bob: '', carl: '' },
      ...expected,
    });
  });
});

describe('an event', () => {
  test('about a message matches what each recipient would read', async () => {
    await bob.call('dialogs.react', { message_id, emoji: '👍' });
    await carl.call('dialogs.join', { dialog_id, user_id: '@me' });
    await bob.call('account.updateProfile', { viewAvatarState: 1 });
    await ann.call('people.subscribe', { user: bob.id });
    await heard();
    const answer = await bob.call('dialogs.send', { dialog_id, text: 'Me', replyTo: message_id });
    for (const [person, events] of [
      [ann, (await heard()).ann],
      [bob, [{ Type: 'message', Message: answer }]],
    ] as const) {
      const message = events.find((event) => event.Type === 'message');
      const read = await person.call('dialogs.message', { message_id: answer.ID });
      expect(message).toMatchObject({ Message: { ...read, Read: message?.Message.Read } });
    }
    await ann.call('dialogs.react', { message_id: answer.ID, emoji: '🎉' });
    const { ann: one, bob: other, carl: third } = await heard();
    for (const [person, events] of [
      [ann, one],
      [bob, other],
      [carl, third],
    ] as const) {
      const read = await person.call('dialogs.message', { message_id: answer.ID });
      expect(events).toMatchObject([{ Type: 'message_reaction', Message: read }]);
    }
  });

  // Calls that begin together have an order on SQLite only.
  testOnSqlite('about a message is personalised for its readers only', async () => {
    await carl.call('dialogs.join', { dialog_id, user_id: '@me' });
    const dora = await t.person('Dora');
    await dora.call('dialogs.join', { dialog_id, user_id: '@me' });
    const doras = await dora.listen();
    await heard();
    // A group of writes ends after a while: on a busy machine the message would be delivered before it was read.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    await Promise.all([
      say('Now'),
      bob.call('dialogs.read', { dialog_id, message: Number.MAX_SAFE_INTEGER }),
    ]);
    clock.mockRestore();
    const { ann: one, bob: other, carl: third } = await heard();
    const isRead = (events: Event[]) =>
      events.flatMap((event) => (event.Type === 'message' ? [event.Message.Read] : []));
    expect([one, other, third, await doras.take()].map(isRead)).toEqual([[true], [true], [false], [false]]);
  });

  test('about a deletion or departure carries identifiers only', async () => {
    await ann.call('dialogs.deleteMessage', { message_id: first });
    expect((await heard()).bob).toMatchObject([{ Dialog: dialog_id, Message: first }]);
    await bob.call('dialogs.leave', { dialog_id, user_id: '@me' });
    const left = { Type: 'member', Dialog: dialog_id, User: { ID: bob.id }, Role: '', Members: 1 };
    const { ann: one, bob: other } = await heard();
    expect([one.at(-1), other.at(-1)]).toMatchObject([left, left]);
  });

  test('has a growing Seq when stored, and none when transient', async () => {
    await say('One');
    await say('Two');
    const [one, two] = (await heard()).ann;
    expect(two?.Seq).toBeGreaterThan(one?.Seq ?? 0);
    await command('bob', { command: 'typing', thing_id: dialog_id });
    expect((await heard()).ann).toEqual([{ Type: 'typing', Dialog: dialog_id, User: bob.id }]);
  });
});

describe('events between two people after a block', () => {
  test.each(['ann', 'bob'] as const)('reveal nothing about each other: %s blocked', async (who) => {
    const [blocker, blocked] = who === 'ann' ? [ann, bob] : [bob, ann];
    await blocker.call('people.block', { user: blocked.id });
    await heard();
    for (const person of [ann, bob]) {
      await person.call('account.updateProfile', { about: 'Still here' });
      await person.call('people.subscribe', { user: carl.id });
    }
    await command('ann', { command: 'typing', thing_id: dialog_id });
    await command('bob', { command: 'typing', thing_id: dialog_id });
    const { ann: one, bob: other, carl: third } = await heard();
    const about = (events: Event[], ...types: EventType[]) =>
      events.filter((event) => types.includes(event.Type)).map((event) => ('User' in event ? event.User : 0));
    const profiles = (events: Event[]) => about(events, 'profile').map((user) => (user as { ID: number }).ID);
    expect([profiles(one).includes(bob.id), profiles(other).includes(ann.id)]).toEqual([false, false]);
    expect([about(one, 'typing'), about(other, 'typing')]).toEqual([[], []]);
    expect(profiles(third)).toEqual(expect.arrayContaining([ann.id, bob.id]));
  });

  test('show each other as strangers in shared groups', async () => {
    await bob.call('people.block', { user: ann.id });
    await heard();
    await say('Hello', bob);
    expect((await heard()).ann[0]).toMatchObject({
      Type: 'message',
      Message: { Author: { ID: bob.id, Online: { Degree: 'hidden' }, RelationshipState: 'strangers' } },
    });
  });
});

async function say(text: string, person = ann): Promise<number> {
  return (await person.call('dialogs.send', { dialog_id, text })).ID;
}

function give(role: 'admin' | 'owner') {
  return ann.call('dialogs.setRole', { dialog_id, user_id: bob.id, role });
}

async function twice(act: Act): Promise<void> {
  await act();
  await act();
}

function command(who: 'ann' | 'bob', what: object): Promise<void> {
  lines[who].command(what);
  return Promise.resolve();
}

/** What each has heard since it was last asked, but who came and went. */
async function heard() {
  const of = async (line: TestLine) => (await line.take()).filter((event) => event.Type !== 'online');
  return { ann: await of(lines.ann), bob: await of(lines.bob), carl: await of(lines.carl) };
}
