import { beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../shared/limits';
import { testService, type TestPerson, type TestService } from '../../support/service';

/** Ann owns a group in which Bob is a member. */
let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let carl: TestPerson;
let dialog_id: number;
let message_id: number;

beforeEach(async () => {
  t = await testService();
  [ann, bob, carl] = await t.people('Ann', 'Bob', 'Carl');
  ({ ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
  ({ ID: message_id } = await ann.call('dialogs.send', { dialog_id, text: 'Hello' }));
});

const readers = async (person: TestPerson) =>
  (await person.call('dialogs.audience', { message_id })).Readers?.map(({ Name }) => Name);

describe('the readers of a message', () => {
  test('are members who read it, except its author and people who joined later', async () => {
    expect(await readers(ann)).toEqual([]);
    await carl.call('dialogs.join', { dialog_id, user_id: '@me' });
    await carl.call('dialogs.read', { dialog_id });
    await bob.call('dialogs.read', { dialog_id });
    expect(await readers(ann)).toEqual(['Bob']);
  });

  test('are shown to its author only', async () => {
    await bob.call('dialogs.read', { dialog_id });
    expect(await readers(bob)).toBeUndefined();
  });

  test.each(['the author blocked', 'blocked the author'])('leave out whom %s', async (which) => {
    await bob.call('dialogs.read', { dialog_id });
    const [person, target] = which === 'the author blocked' ? [ann, bob] : [bob, ann];
    await person.call('people.block', { user: target.id });
    expect(await readers(ann)).toEqual([]);
  });

  test('are not shown in private chats, channels and large groups', async () => {
    const { ID: duet } = await ann.call('dialogs.createPrivate', { user_id: bob.id });
    const { ID: news } = await ann.call('dialogs.create', { name: 'News', type: 'channel' });
    for (const id of [duet, news]) {
      ({ ID: message_id } = await ann.call('dialogs.send', { dialog_id: id, text: 'Hello' }));
      expect(await readers(ann)).toBeUndefined();
    }
    ({ ID: message_id } = await ann.call('dialogs.send', { dialog_id, text: 'Many' }));
    const people = await t.people(...Array.from({ length: LIMITS.readersListed - 2 }, (_, at) => `P${at}`));
    for (const one of people) await one.call('dialogs.join', { dialog_id, user_id: '@me' });
    expect(await readers(ann)).toEqual([]);
    await carl.call('dialogs.join', { dialog_id, user_id: '@me' });
    expect(await readers(ann)).toBeUndefined();
  });
});

describe('who reacted', () => {
  test('is listed by emoji, for every member', async () => {
    await ann.call('dialogs.react', { message_id, emoji: '👍' });
    await bob.call('dialogs.react', { message_id, emoji: '👍' });
    await bob.call('dialogs.react', { message_id, emoji: '🎉' });
    const { Reactions } = await bob.call('dialogs.audience', { message_id });
    const by = (emoji: string) =>
      Reactions?.filter(({ Emoji }) => Emoji === emoji).map(({ Author }) => Author.Name);
    expect([by('👍'), by('🎉')]).toEqual([['Ann', 'Bob'], ['Bob']]);
    expect((await carl.refused('dialogs.audience', { message_id })).code).toBe('not_found');
  });

  test('is shown in channels to admins only', async () => {
    const { ID: news } = await ann.call('dialogs.create', { name: 'News', type: 'channel' });
    await bob.call('dialogs.join', { dialog_id: news, user_id: '@me' });
    ({ ID: message_id } = await ann.call('dialogs.send', { dialog_id: news, text: 'Hello' }));
    await bob.call('dialogs.react', { message_id, emoji: '👍' });
    expect(await bob.call('dialogs.audience', { message_id })).toEqual({ Readers: null, Reactions: null });
    expect((await ann.call('dialogs.audience', { message_id })).Reactions).toHaveLength(1);
  });
});
