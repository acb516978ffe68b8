import { beforeEach, describe, expect, test } from 'vitest';
import type { MessageModel } from '../../../shared/contract/records';
import { testService, type TestPerson, type TestService } from '../../support/service';

/** Ann owns a group in which Bob and Carl are members; Dora is a stranger to it. Ann's message begins the thread. */
let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let carl: TestPerson;
let dora: TestPerson;
let dialog_id: number;
let thread: number;

beforeEach(async () => {
  t = await testService();
  [ann, bob, carl, dora] = await t.people('Ann', 'Bob', 'Carl', 'Dora');
  await ann.call('account.updateProfile', { link: 'ann.gardener' });
  await carl.call('account.updateProfile', { link: 'carl.cook' });
  ({ ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  for (const one of [bob, carl]) await one.call('dialogs.join', { dialog_id, user_id: '@me' });
  ({ ID: thread } = await ann.call('dialogs.send', { dialog_id, text: 'Who waters the garden?' }));
  for (const one of [bob, carl]) await one.call('dialogs.read', { dialog_id });
});

describe('replies in a thread', () => {
  test("are not part of the dialog's own messages", async () => {
    const { ID } = await reply(bob, 'I do');
    expect(await texts(carl, {})).toEqual(['Who waters the garden?']);
    expect(await texts(carl, { thread })).toEqual(['I do']);
    expect(await dialog(carl)).toMatchObject({ Unread: 0, LastMessage: { ID: thread } });
    expect(await bob.call('dialogs.message', { message_id: ID })).toMatchObject({
      Thread: thread,
      Read: true,
    });
    expect(await carl.call('people.me', {})).toMatchObject({ NewMessages: 0 });
  });

  test('are summarized in their first message', async () => {
    expect(await root(ann)).not.toHaveProperty('Replies');
    await reply(bob, 'I do');
    await reply(bob, 'On Mondays');
    t.clock.advance(60);
    const last = await reply(carl, 'And I on Fridays');
    expect((await root(ann)).Replies).toMatchObject({
      ...{ Count: 3, Timestamp: last.Timestamp, Unread: 3, Following: true },
      Authors: [{ ID: carl.id }, { ID: bob.id }],
    });
    await carl.call('dialogs.deleteMessage', { message_id: last.ID });
    expect((await root(ann)).Replies).toMatchObject({ Count: 2, Unread: 2, Authors: [{ ID: bob.id }] });
  });

  test('come in pages like the messages of a dialog', async () => {
    const ids: number[] = [];
    const id = (at: number) => ids[at] ?? 0;
    for (let number = 1; number <= 7; number++) {
      ids.push((await reply(bob, `${number}`)).ID);
      await ann.call('dialogs.send', { dialog_id, text: 'Between' });
    }
    expect(await texts(carl, { thread, limit: 2 })).toEqual(['7', '6']);
    expect(await texts(carl, { thread, limit: 2, last_id: id(4) })).toEqual(['4', '3']);
    expect(await texts(carl, { thread, limit: 2, after_id: id(4) })).toEqual(['7', '6']);
    expect(await texts(carl, { thread, limit: 3, around_id: id(2) })).toEqual(['4', '3', '2']);
    t.clock.advance(60);
    const { Timestamp } = await reply(bob, '8');
    t.clock.advance(60);
    await reply(bob, '9');
    const since = { around_time: Timestamp - 30 };
    expect(await texts(carl, { thread, limit: 3, ...since })).toEqual(['9', '8', '7']);
    await ann.call('dialogs.readThread', { message_id: thread, reply: id(1) });
    expect(await texts(ann, { thread, limit: 4, around_unread: true })).toEqual(['4', '3', '2', '1']);
    expect(await texts(carl, { limit: 3, after_id: thread })).toEqual(['Between', 'Between', 'Between']);
  });

  test('are found, edited, reacted to and forwarded like other messages', async () => {
    const { ID } = await reply(bob, 'Tomatoes need more');
    const [found] = await carl.call('dialogs.searchMessages', { mask: 'tomatoes' });
    expect(found).toMatchObject({ ID, Thread: thread });
    const line = await carl.listen();
    await bob.call('dialogs.editMessage', { message_id: ID, text: 'Tomatoes need less' });
    await carl.call('dialogs.react', { message_id: ID, emoji: '👍' });
    expect(await line.take()).toMatchObject([
      { Type: 'message_edit', Message: { ID, Thread: thread, Text: 'Tomatoes need less' } },
      { Type: 'message_reaction', Message: { ID, Thread: thread } },
    ]);
    const { ID: elsewhere } = await carl.call('dialogs.create', { name: 'Elsewhere', type: 'group' });
    const copy = await carl.call('dialogs.send', { dialog_id: elsewhere, forward: ID });
    expect(copy).toMatchObject({ Text: 'Tomatoes need less', Forwarded: { ID: bob.id } });
    expect(copy).not.toHaveProperty('Thread');
  });

  test('are sent to members as events of their own', async () => {
    const line = await carl.listen();
    const { ID } = await reply(bob, 'I do');
    expect(await line.take()).toMatchObject([
      { Type: 'thread_message', Message: { ID, Thread: thread } },
      { Type: 'thread', Message: { ID: thread, Replies: { Count: 1, Following: false } } },
    ]);
    await bob.call('dialogs.deleteMessage', { message_id: ID });
    expect(await line.take()).toMatchObject([
      { Type: 'message_delete', Dialog: dialog_id, Message: ID, Thread: thread },
      { Type: 'thread', Message: { ID: thread } },
    ]);
  });

  test('can be scheduled', async () => {
    const { Timestamp: now } = await root(ann);
    const input = { dialog_id, thread, text: 'Later', timestamp: now + 3600 };
    const { ID: message_id } = await bob.call('dialogs.send', input);
    await bob.call('dialogs.sendScheduled', { message_id });
    expect(await texts(ann, { thread })).toEqual(['Later']);
  });
});

describe('followers of a thread', () => {
  test('are the author of its first message, and everyone who replied or was mentioned', async () => {
    await reply(bob, 'I do');
    expect(await following()).toEqual([ann, bob]);
    await reply(bob, 'Ask @carl.cook');
    expect(await following()).toEqual([ann, bob, carl]);
    expect((await root(carl)).Replies).toMatchObject({ Unread: 1 });
  });

  test('can stop following it until they reply or are mentioned again, and follow it without either', async () => {
    await reply(bob, 'I do');
    const line = await ann.listen();
    const stopped = await ann.call('dialogs.unfollowThread', { message_id: thread });
    expect(stopped.Replies).toMatchObject({ Following: false, Unread: 0 });
    expect(await line.take()).toMatchObject([
      { Type: 'thread', Message: { ID: thread, Replies: { Following: false } } },
    ]);
    await ann.call('dialogs.unfollowThread', { message_id: thread });
    expect(await line.take()).toEqual([]);
    const before = await notices(ann);
    await reply(bob, 'On Mondays');
    expect(await notices(ann)).toEqual(before);
    expect((await root(ann)).Replies).toMatchObject({ Unread: 0 });
    await carl.call('dialogs.followThread', { message_id: thread });
    expect(await following()).toEqual([bob, carl]);
    const third = await reply(bob, 'And Fridays');
    expect((await root(carl)).Replies).toMatchObject({ Unread: 1 });
    expect(await notices(carl)).toEqual([['thread_reply', third.ID]]);
    await reply(ann, 'Good');
    expect(await following()).toEqual([ann, bob, carl]);
  });

  test('there are none of a message without replies, and nobody outside the group', async () => {
    const error = await ann.refused('dialogs.followThread', { message_id: thread });
    expect(error.fields).toHaveProperty('message_id');
    await reply(bob, 'I do');
    expect((await dora.refused('dialogs.followThread', { message_id: thread })).code).toBe('not_found');
  });

  test('are notified once until they read the thread', async () => {
    const first = await reply(bob, 'I do');
    await reply(bob, 'On Mondays');
    expect(await notices(ann)).toEqual([['thread_reply', first.ID]]);
    await ann.call('dialogs.readThread', { message_id: thread });
    expect((await root(ann)).Replies).toMatchObject({ Unread: 0 });
    const third = await reply(carl, 'So do I');
    expect(await notices(ann)).toEqual([
      ['thread_reply', third.ID],
      ['thread_reply', first.ID],
    ]);
    expect(await notices(bob)).toEqual([['thread_reply', third.ID]]);
    expect(await notices(carl)).toEqual([]);
  });

  test('have read their notification once they have read the reply, not the dialog', async () => {
    const { ID } = await reply(bob, 'I do');
    await bob.call('dialogs.send', { dialog_id, text: 'By the way' });
    const count = async () => (await ann.call('people.me', {})).NewNotifications;
    await ann.call('dialogs.read', { dialog_id });
    expect(await count()).toBe(1);
    await ann.call('dialogs.readThread', { message_id: thread, reply: ID });
    expect(await count()).toBe(0);
    expect(await notices(ann)).toEqual([['thread_reply', ID]]);
  });

  test('who were mentioned in a reply are notified only of that', async () => {
    const { ID } = await reply(bob, 'Ask @carl.cook');
    expect(await notices(carl)).toEqual([['message_mention', ID]]);
  });

  test('who were mentioned in a reply have not read the replies before it', async () => {
    for (const text of ['I do', 'On Mondays', 'Ask @ann.gardener']) await reply(bob, text);
    expect((await root(ann)).Replies).toMatchObject({ Unread: 3 });
  });

  test('who muted the group are not notified', async () => {
    await ann.call('dialogs.mute', { dialog_id, value: true });
    await reply(bob, 'I do');
    expect(await notices(ann)).toEqual([]);
    expect((await root(ann)).Replies).toMatchObject({ Unread: 1 });
  });

  test('who muted the group are notified of the first reply after that', async () => {
    await ann.call('dialogs.mute', { dialog_id, value: true });
    await reply(bob, 'I do');
    await ann.call('dialogs.mute', { dialog_id, value: false });
    const second = await reply(bob, 'On Mondays');
    await reply(bob, 'And Fridays');
    expect(await notices(ann)).toEqual([['thread_reply', second.ID]]);
  });

  test('are notified of the next reply after that of which they were notified was deleted', async () => {
    const first = await reply(bob, 'I do');
    await bob.call('dialogs.deleteMessage', { message_id: first.ID });
    const second = await reply(bob, 'On Mondays');
    expect((await notices(ann))[0]).toEqual(['thread_reply', second.ID]);
  });

  test('have read up to their own reply, and never less than before', async () => {
    const { ID: first } = await reply(bob, 'I do');
    await reply(ann, 'Thanks');
    expect((await root(ann)).Replies).toMatchObject({ Unread: 0 });
    await ann.call('dialogs.readThread', { message_id: thread, reply: first });
    expect((await root(ann)).Replies).toMatchObject({ Unread: 0 });
  });

  test('are notified of answers to a reply that was sent while they were away', async () => {
    await schedule(bob);
    expect((await root(bob)).Replies).toMatchObject({ Count: 1, Unread: 0, Following: true });
    const { ID: answer } = await reply(carl, 'I will');
    expect(await notices(bob)).toEqual([['thread_reply', answer]]);
    await schedule(ann);
    await schedule(bob);
    expect((await root(ann)).Replies).toMatchObject({ Unread: 3 });
    expect((await root(bob)).Replies).toMatchObject({ Unread: 2 });
  });

  test('learn on their other devices that they read it', async () => {
    await reply(bob, 'I do');
    const lines = [await ann.listen(), await bob.listen()];
    for (let time = 0; time < 2; time++) await ann.call('dialogs.readThread', { message_id: thread });
    const [own, others] = await Promise.all(
      lines.map(async (line) => (await line.take()).filter((event) => event.Type !== 'online')),
    );
    expect(own).toMatchObject([
      { Type: 'thread', Message: { ID: thread, Replies: { Unread: 0 } } },
      { Type: 'profile', User: { ID: ann.id } },
    ]);
    expect(others).toEqual([]);
  });

  test('receive no events of the thread after leaving a private group', async () => {
    await ann.call('dialogs.update', { dialog_id, private: true });
    await reply(bob, 'I do');
    await reply(carl, 'So do I');
    const hello = (await bob.listen()).frames.find((frame) => frame.Type === 'hello');
    const [log, since] = [hello?.Log ?? '', hello?.Seq ?? 0];
    await bob.call('dialogs.readThread', { message_id: thread });
    await bob.call('dialogs.leave', { dialog_id, user_id: '@me' });
    await ann.call('dialogs.editMessage', { message_id: thread, text: 'A secret' });
    const replayed = await (await bob.listen({ since, log })).take();
    expect(replayed).not.toEqual([]);
    expect(JSON.stringify(replayed)).not.toContain('A secret');
  });

  test('are no longer followers once they leave', async () => {
    await reply(bob, 'I do');
    await bob.call('dialogs.leave', { dialog_id, user_id: '@me' });
    await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
    expect(await following()).toEqual([ann]);
  });
});

describe('a message that is deleted', () => {
  test('leaves its place while its thread has replies', async () => {
    await ann.call('dialogs.pinMessage', { message_id: thread });
    const { ID } = await reply(bob, 'I do');
    await ann.call('dialogs.deleteMessage', { message_id: thread });
    const line = await carl.listen();
    await ann.call('dialogs.deleteMessage', { message_id: thread });
    expect(await line.take()).toEqual([]);
    expect(await root(carl)).toMatchObject({ Type: 'deleted', Text: '', Replies: { Count: 1 } });
    expect(await carl.call('dialogs.searchMessages', { mask: 'garden' })).toEqual([]);
    expect(await carl.call('dialogs.pinned', { dialog_id })).toEqual([]);
    expect((await bob.refused('dialogs.react', { message_id: thread, emoji: '👍' })).code).toBe(
      'access_denied',
    );
    await bob.call('dialogs.deleteMessage', { message_id: ID });
    expect(await line.take()).toMatchObject([
      { Type: 'message_delete', Message: ID, Thread: thread },
      { Type: 'message_delete', Message: thread },
      { Type: 'dialog' },
    ]);
    expect(await texts(carl, {})).toEqual([]);
  });
});

describe('a thread', () => {
  test('is rejected where threads are not possible', async () => {
    const { ID: inThread } = await reply(bob, 'I do');
    const { ID: other } = await ann.call('dialogs.create', { name: 'Other', type: 'group' });
    const { ID: channel } = await ann.call('dialogs.create', { name: 'News', type: 'channel' });
    const { ID: news } = await ann.call('dialogs.send', { dialog_id: channel, text: 'News' });
    const { ID: duet } = await ann.call('dialogs.createPrivate', { user_id: bob.id });
    const { ID: hello } = await ann.call('dialogs.send', { dialog_id: duet, text: 'Hello' });
    const { ID: joined } = await notice();
    for (const [where, root] of [
      ...[[dialog_id, inThread] as const, [other, thread] as const, [dialog_id, 2 ** 50] as const],
      ...[[channel, news] as const, [duet, hello] as const, [dialog_id, joined] as const],
    ]) {
      const error = await ann.refused('dialogs.send', { dialog_id: where, thread: root, text: 'No' });
      expect(error.fields).toHaveProperty('thread');
    }
  });

  test('quotes only its own messages, and is not quoted outside', async () => {
    const { ID: inThread } = await reply(bob, 'I do');
    const { ID: outside } = await ann.call('dialogs.send', { dialog_id, text: 'Outside' });
    for (const replyTo of [inThread, thread]) {
      const sent = await carl.call('dialogs.send', { dialog_id, thread, replyTo, text: 'Yes' });
      expect(sent.ReplyTo).toMatchObject({ ID: replyTo });
    }
    for (const input of [{ thread, replyTo: outside }, { replyTo: inThread }]) {
      const error = await carl.refused('dialogs.send', { dialog_id, text: 'No', ...input });
      expect(error.fields).toHaveProperty('replyTo');
    }
  });

  test('is for members only', async () => {
    await reply(bob, 'I do');
    const refused = [
      await dora.refused('dialogs.messages', { dialog_id, thread }),
      await dora.refused('dialogs.send', { dialog_id, thread, text: 'Me' }),
      await dora.refused('dialogs.readThread', { message_id: thread }),
    ];
    expect(refused.map((error) => error.code)).toEqual(['access_denied', 'access_denied', 'not_found']);
    expect((await bob.refused('dialogs.messages', { dialog_id, thread: 2 ** 50 })).code).toBe('not_found');
  });

  test("of another dialog cannot be read through one's own dialog", async () => {
    const { ID: own } = await dora.call('dialogs.create', { name: 'Own', type: 'group' });
    await reply(bob, 'I do');
    expect((await dora.refused('dialogs.messages', { dialog_id: own, thread })).code).toBe('not_found');
  });
});

function reply(person: TestPerson, text: string): Promise<MessageModel> {
  return person.call('dialogs.send', { dialog_id, thread, text });
}

/** Lets a reply be sent while its author is away. */
async function schedule(person: TestPerson): Promise<void> {
  await person.call('dialogs.send', { dialog_id, thread, text: 'Later', timestamp: t.clock.seconds + 60 });
  t.clock.advance(60);
  await t.service.settled();
}

function root(person: TestPerson): Promise<MessageModel> {
  return person.call('dialogs.message', { message_id: thread });
}

async function dialog(person: TestPerson) {
  return person.call('dialogs.get', { dialog_id });
}

/** What a person reads of the group or a thread, newest first, without notices. */
async function texts(
  person: TestPerson,
  page: Partial<Record<'thread' | 'limit' | 'last_id' | 'after_id' | 'around_id' | 'around_time', number>> & {
    around_unread?: boolean;
  },
): Promise<string[]> {
  const messages = await person.call('dialogs.messages', { dialog_id, ...page });
  return messages.filter(({ Type: type }) => type === 'message').map((message) => message.Text);
}

async function notice(): Promise<MessageModel> {
  const found = (await ann.call('dialogs.messages', { dialog_id })).find((one) => one.Type === 'join');
  if (!found) throw new Error('nobody joined');
  return found;
}

async function following(): Promise<TestPerson[]> {
  const people = [ann, bob, carl];
  const roots = await Promise.all(people.map(root));
  return people.filter((_, at) => roots[at]?.Replies?.Following);
}

async function notices(person: TestPerson): Promise<[string, number][]> {
  const list = await person.call('people.notifications', {});
  return list.map(({ Type: type, Item: item }) => [type, item && 'ID' in item ? item.ID : 0]);
}
