import { beforeEach, describe, expect, test } from 'vitest';
import { testService, type TestPerson, type TestService } from '../../support/service';

/** Ann owns a group in which Bob is a member; Carl is a stranger to it. */
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

describe('a reaction', () => {
  test('is counted once per person and emoji, with own ones marked', async () => {
    for (const person of [ann, bob]) await person.call('dialogs.react', { message_id, emoji: '👍' });
    t.clock.advance(1);
    await bob.call('dialogs.react', { message_id, emoji: '👍' });
    await bob.call('dialogs.react', { message_id, emoji: '🎉' });
    expect(await reactions(ann)).toEqual([
      { Emoji: '👍', Count: 2, Mine: true },
      { Emoji: '🎉', Count: 1, Mine: false },
    ]);
    expect(await reactions(bob)).toEqual([
      { Emoji: '👍', Count: 2, Mine: true },
      { Emoji: '🎉', Count: 1, Mine: true },
    ]);
  });

  test('is removed, once', async () => {
    await bob.call('dialogs.react', { message_id, emoji: '👍' });
    for (const person of [ann, bob, bob]) await person.call('dialogs.unreact', { message_id, emoji: '👍' });
    expect(await reactions(ann)).toEqual([]);
  });

  test('is sent to each viewer with their own mark, only on a change', async () => {
    const lines = [await ann.listen(), await bob.listen()];
    await lines[0]?.take();
    const acts = ['dialogs.react', 'dialogs.react', 'dialogs.unreact', 'dialogs.unreact'] as const;
    for (const act of acts) await bob.call(act, { message_id, emoji: '👍' });
    const heard = await Promise.all(lines.map((line) => line.take()));
    expect(heard.map((events) => events.map((event) => event.Type))).toEqual([
      ['message_reaction', 'message_reaction'],
      ['message_reaction', 'message_reaction'],
    ]);
  });

  test('is sent to each viewer as they see the message, however many others read it and voted', async () => {
    const names = ['Dan', 'Eva', 'Fay', 'Gus', 'Hal', 'Ida'];
    const others = await t.people(...names);
    for (const one of [carl, ...others]) await one.call('dialogs.join', { dialog_id, user_id: '@me' });
    const poll = { options: ['Bread', 'Salt'] };
    const { ID } = await ann.call('dialogs.send', { dialog_id, text: 'What first?', poll });
    for (const one of [bob, ...others]) {
      await one.call('dialogs.read', { dialog_id });
      await one.call('dialogs.vote', { message_id: ID, options: [1] });
      await one.call('dialogs.react', { message_id: ID, emoji: '🎉' });
    }
    const viewers = [ann, bob, carl];
    const lines = await Promise.all(viewers.map((one) => one.listen()));
    await bob.call('dialogs.react', { message_id: ID, emoji: '👍' });
    for (const [at, viewer] of viewers.entries()) {
      const [event] = (await lines[at]?.take())?.filter(({ Type }) => Type === 'message_reaction') ?? [];
      const message = await viewer.call('dialogs.message', { message_id: ID });
      expect(event).toMatchObject({ Message: message });
    }
  });

  test('added concurrently shows each viewer their own', async () => {
    const lines = [await ann.listen(), await bob.listen()];
    await Promise.all([ann, bob].map((one) => one.call('dialogs.react', { message_id, emoji: '👍' })));
    for (const line of lines) {
      expect((await line.take()).at(-1)).toMatchObject({
        Message: { ID: message_id, Reactions: [{ Emoji: '👍', Count: 2, Mine: true }] },
      });
    }
  });

  test.each(['👍', '👍🏽', '❤️', '👨‍👩‍👧‍👦', '🇺🇦', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])('accepts any emoji: %s', async (emoji) => {
    await bob.call('dialogs.react', { message_id, emoji });
    expect(await reactions(ann)).toEqual([{ Emoji: emoji, Count: 1, Mine: false }]);
    await bob.call('dialogs.unreact', { message_id, emoji });
    expect(await reactions(ann)).toEqual([]);
  });

  test.each(['', 'a', '1', ' ', '👍👍', '👍 ', '👍a', '\u200d', '🇺', 7])('rejects %j', async (emoji) => {
    for (const act of ['dialogs.react', 'dialogs.unreact'] as const) {
      const error = await bob.refused(act, { message_id, emoji });
      expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['validation_error', ['emoji']]);
    }
  });

  test('can join existing ones beyond twenty different emoji, but not add more', async () => {
    const emoji = [...'👍👎😀😂😍😢😡🎉🔥🙏👀💯🚀🌹🍀🍎🐝🐈🌙🌊'];
    for (const one of emoji) await ann.call('dialogs.react', { message_id, emoji: one });
    const error = await bob.refused('dialogs.react', { message_id, emoji: '🐙' });
    expect(error.fields).toHaveProperty('emoji');
    await bob.call('dialogs.react', { message_id, emoji: '🌊' });
    await ann.call('dialogs.unreact', { message_id, emoji: '👍' });
    await bob.call('dialogs.react', { message_id, emoji: '🐙' });
    expect(await reactions(bob)).toHaveLength(20);
  });
});

describe('reacting', () => {
  test('is open to every reader, in channels too', async () => {
    const { ID } = await ann.call('dialogs.create', { name: 'News', type: 'channel' });
    await bob.call('dialogs.join', { dialog_id: ID, user_id: '@me' });
    const news = await ann.call('dialogs.send', { dialog_id: ID, text: 'News' });
    await bob.call('dialogs.react', { message_id: news.ID, emoji: '👍' });
    const input = { message_id: news.ID, emoji: '👍' };
    expect(await carl.refused('dialogs.react', input)).toMatchObject({ code: 'not_found' });
    expect(await carl.refused('dialogs.unreact', input)).toMatchObject({ code: 'not_found' });
  });

  test('is refused on join messages', async () => {
    const [, join] = await ann.call('dialogs.messages', { dialog_id });
    const input = { message_id: join?.ID, emoji: '👍' };
    expect(await ann.refused('dialogs.react', input)).toMatchObject({ code: 'access_denied' });
  });

  test('is refused in a private dialog after a block', async () => {
    const { ID } = await ann.call('dialogs.createPrivate', { user_id: bob.id });
    const sent = await ann.call('dialogs.send', { dialog_id: ID, text: 'Hello' });
    await bob.call('dialogs.react', { message_id: sent.ID, emoji: '👍' });
    await ann.call('people.block', { user: bob.id });
    for (const person of [ann, bob]) {
      const error = await person.refused('dialogs.react', { message_id: sent.ID, emoji: '🎉' });
      expect(error).toMatchObject({ code: 'access_denied' });
    }
    await bob.call('dialogs.unreact', { message_id: sent.ID, emoji: '👍' });
  });

  test('stays counted after leaving and is shown again on return', async () => {
    await bob.call('dialogs.react', { message_id, emoji: '👍' });
    await bob.call('dialogs.leave', { dialog_id, user_id: '@me' });
    expect(await reactions(ann)).toEqual([{ Emoji: '👍', Count: 1, Mine: false }]);
    await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
    expect(await reactions(bob)).toEqual([{ Emoji: '👍', Count: 1, Mine: true }]);
  });
});

async function reactions(viewer: TestPerson) {
  return (await viewer.call('dialogs.message', { message_id })).Reactions;
}
