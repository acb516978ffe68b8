import { beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../shared/limits';
import { testService, type TestPerson, type TestService } from '../../support/service';

/** Ann owns a group in which Bob is a member; Carl is a stranger to it. */
let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let carl: TestPerson;
let dialog_id: number;

beforeEach(async () => {
  t = await testService();
  [ann, bob, carl] = await t.people('Ann', 'Bob', 'Carl');
  ({ ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
});

describe('pinned messages', () => {
  test('are listed newest first, to members', async () => {
    const [first, second] = [await say('First'), await say('Second')];
    for (const message_id of [second, first, second]) await ann.call('dialogs.pinMessage', { message_id });
    expect(await pinned(bob)).toEqual([second, first]);
    expect((await carl.refused('dialogs.pinned', { dialog_id })).code).toBe('access_denied');
    await ann.call('dialogs.unpinMessage', { message_id: second });
    expect(await pinned(bob)).toEqual([first]);
  });

  test('are sent to members, once per change', async () => {
    const message_id = await say('Hello');
    const line = await bob.listen();
    for (const act of ['dialogs.pinMessage', 'dialogs.unpinMessage'] as const) {
      for (let time = 0; time < 2; time++) await ann.call(act, { message_id });
    }
    expect(await line.take()).toMatchObject([
      { Type: 'message_pin', Message: { ID: message_id, Text: 'Hello' }, Pinned: true },
      { Type: 'message_pin', Message: { ID: message_id }, Pinned: false },
    ]);
  });

  test('disappear with their message', async () => {
    const message_id = await say('Hello');
    await ann.call('dialogs.pinMessage', { message_id });
    await ann.call('dialogs.deleteMessage', { message_id });
    expect(await pinned(ann)).toEqual([]);
  });

  test('are chosen by admins in groups and channels', async () => {
    const message_id = await say('Hello');
    expect((await bob.refused('dialogs.pinMessage', { message_id })).code).toBe('access_denied');
    await ann.call('dialogs.setRole', { dialog_id, user_id: bob.id, role: 'admin' });
    await bob.call('dialogs.pinMessage', { message_id });
    expect(await pinned(ann)).toEqual([message_id]);
  });

  test('are chosen by both in a private chat', async () => {
    const { ID: between } = await ann.call('dialogs.createPrivate', { user_id: bob.id });
    const { ID: message_id } = await ann.call('dialogs.send', { dialog_id: between, text: 'Hello' });
    await bob.call('dialogs.pinMessage', { message_id });
    await ann.call('dialogs.unpinMessage', { message_id });
    expect(await bob.call('dialogs.pinned', { dialog_id: between })).toEqual([]);
  });

  test('cannot be join and leave messages, and are limited in number', async () => {
    const [notice] = await ann.call('dialogs.messages', { dialog_id });
    expect(notice?.Type).toBe('join');
    expect((await ann.refused('dialogs.pinMessage', { message_id: notice?.ID ?? 0 })).code).toBe(
      'access_denied',
    );
    for (let count = 0; count < LIMITS.pinnedMessages; count++) {
      t.clock.advance(2);
      await ann.call('dialogs.pinMessage', { message_id: await say(`Number ${count}`) });
    }
    const message_id = await say('One more');
    expect((await ann.refused('dialogs.pinMessage', { message_id })).code).toBe('conflict');
  });
});

async function say(text: string): Promise<number> {
  return (await ann.call('dialogs.send', { dialog_id, text })).ID;
}

async function pinned(person: TestPerson): Promise<number[]> {
  return (await person.call('dialogs.pinned', { dialog_id })).map((message) => message.ID);
}
