import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Download } from '../../../shared/contract/media/download';
import type { Event } from '../../../shared/events';
import { LIFETIMES, LIMITS } from '../../../shared/limits';
import { upload } from '../../support/content';
import { testService, type TestPerson, type TestService } from '../../support/service';
import { unzip } from '../../support/zip';

const HOUR = 3600;

/** Ann and Ben in a group, and in an hour. */
async function group(t: TestService) {
  const [ann, ben] = await t.people('Ann', 'Ben');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'House', type: 'group' });
  await ben.call('dialogs.join', { dialog_id, user_id: '@me' });
  return { ann, ben, dialog_id, timestamp: t.clock.seconds + HOUR };
}

async function textsIn(person: TestPerson, dialog_id: number): Promise<string[]> {
  const messages = await person.call('dialogs.messages', { dialog_id });
  return messages.filter(({ Type }) => Type === 'message').map(({ Text }) => Text);
}

const typesOf = (events: readonly Event[]) => events.map(({ Type }) => Type);

test('a scheduled message is seen by its author only, until its time comes', async () => {
  const t = await testService();
  const { ann, ben, dialog_id, timestamp } = await group(t);
  const [annsLine, bensLine] = [await ann.listen(), await ben.listen()];
  await Promise.all([annsLine.take(), bensLine.take()]);

  const message = await ben.call('dialogs.send', { dialog_id, text: 'Good night', timestamp });
  expect(message).toMatchObject({ Scheduled: 1, Timestamp: timestamp, Text: 'Good night', Read: false });
  expect(await ben.call('dialogs.scheduled', { dialog_id })).toEqual([message]);
  expect(await ben.call('dialogs.message', { message_id: message.ID })).toEqual(message);
  expect(await ann.call('dialogs.scheduled', { dialog_id })).toEqual([]);
  for (const name of ['dialogs.message', 'dialogs.deleteMessage', 'dialogs.sendScheduled'] as const)
    expect((await ann.refused(name, { message_id: message.ID })).code).toBe('not_found');
  expect(await textsIn(ben, dialog_id)).toEqual([]);
  expect(await bensLine.take()).toMatchObject([
    { Type: 'scheduled_message', ID: message.ID, Dialog: dialog_id, Item: message },
  ]);
  expect(await annsLine.take()).toEqual([]);

  t.clock.advance(HOUR - 1);
  await t.service.settled();
  expect(await textsIn(ann, dialog_id)).toEqual([]);
  t.clock.advance(1);
  expect((await annsLine.take()).filter(({ Type }) => Type === 'message')).toMatchObject([
    { Type: 'message', Message: { Text: 'Good night', Author: { ID: ben.id }, Timestamp: timestamp } },
  ]);
  expect(await bensLine.take()).toMatchObject([
    { Type: 'scheduled_message', ID: message.ID, Item: null },
    { Type: 'message', Message: { Text: 'Good night' } },
  ]);
  expect(await textsIn(ann, dialog_id)).toEqual(['Good night']);
  expect(await ben.call('dialogs.scheduled', { dialog_id })).toEqual([]);
});

test('a scheduled message that is sent while its author is away does not mark the dialog as read', async () => {
  const t = await testService();
  const { ann, ben, dialog_id, timestamp } = await group(t);
  await ben.call('dialogs.send', { dialog_id, text: 'Good night', timestamp });
  await ann.call('dialogs.send', { dialog_id, text: 'Are you there?' });
  t.clock.advance(HOUR);
  await t.service.settled();
  expect(await ben.call('dialogs.get', { dialog_id })).toMatchObject({ Unread: 1 });
  const messages = await ann.call('dialogs.messages', { dialog_id });
  expect(messages.map(({ Text, Read }) => [Text, Read]).slice(0, 2)).toEqual([
    ['Good night', false],
    ['Are you there?', false],
  ]);
});

test('a scheduled message is edited and sent without the quoted message once that is deleted', async () => {
  const t = await testService();
  const { ann, ben, dialog_id, timestamp } = await group(t);
  const { ID: replyTo } = await ann.call('dialogs.send', { dialog_id, text: 'Who waters the garden?' });
  const { ID: message_id } = await ben.call('dialogs.send', { dialog_id, text: 'Now', replyTo, timestamp });
  await ben.call('dialogs.send', { dialog_id, text: 'Then', replyTo, timestamp });
  const edited = await ben.call('dialogs.editMessage', { message_id, text: 'Soon' });
  expect(edited).toMatchObject({ Text: 'Soon', ReplyTo: { ID: replyTo } });
  await ann.call('dialogs.deleteMessage', { message_id: replyTo });
  const again = await ben.call('dialogs.editMessage', { message_id, text: 'At once' });
  expect(again).toMatchObject({ Text: 'At once', ReplyTo: null });
  expect(await ben.call('dialogs.sendScheduled', { message_id })).toMatchObject({ ReplyTo: null });
  t.clock.advance(HOUR);
  await t.service.settled();
  expect(await textsIn(ann, dialog_id)).toEqual(['Then', 'At once']);
});

test('a scheduled message to a channel has no negative number of views', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann', 'Ben');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'News', type: 'channel' });
  await ann.call('dialogs.send', { dialog_id, text: 'News', timestamp: t.clock.seconds + HOUR });
  expect(await ann.call('dialogs.scheduled', { dialog_id })).toMatchObject([{ Views: 0 }]);
  t.clock.advance(HOUR);
  await t.service.settled();
  expect(await ann.call('dialogs.messages', { dialog_id })).toMatchObject([{ Text: 'News', Views: 0 }]);
});

test('a scheduled post is published on the wall when its time comes', async () => {
  const t = await testService();
  const { ann, ben, timestamp } = await group(t);
  await ann.call('people.subscribe', { user: ben.id });
  const line = await ann.listen();
  await line.take();
  const post = await ben.call('posts.create', { user: '@me', content: 'Bread @ann', timestamp });
  expect(post).toMatchObject({ Scheduled: 1, Timestamp: timestamp, Content: 'Bread @ann' });
  expect(await ben.call('posts.scheduled', {})).toEqual([post]);
  expect(await ben.call('posts.get', { post_id: post.ID })).toEqual(post);
  expect((await ann.refused('posts.get', { post_id: post.ID })).code).toBe('not_found');
  expect((await ann.refused('posts.publishScheduled', { post_id: post.ID })).code).toBe('not_found');
  for (const person of [ann, ben]) expect(await person.call('posts.list', { user: ben.id })).toEqual([]);
  expect(await line.take()).toEqual([]);

  t.clock.advance(HOUR);
  expect(typesOf(await line.take())).toContain('post');
  expect(await ben.call('posts.scheduled', {})).toEqual([]);
  const [published, ...others] = await ann.call('posts.list', { user: ben.id });
  expect(others).toEqual([]);
  expect(published).toMatchObject({ Content: 'Bread @ann', Timestamp: timestamp });
  expect(published).not.toHaveProperty('Scheduled');
});

test('a time that has passed sends at once', async () => {
  const t = await testService();
  const { ben, dialog_id } = await group(t);
  for (const timestamp of [0, 1, t.clock.seconds]) {
    const message = await ben.call('dialogs.send', { dialog_id, text: 'Hi', timestamp });
    expect(message).toMatchObject({ Timestamp: t.clock.seconds });
    expect(message).not.toHaveProperty('Scheduled');
    const post = await ben.call('posts.create', { user: '@me', content: 'Hi', timestamp });
    expect(post).not.toHaveProperty('Scheduled');
  }
});

test('edits, moves, sends and cancels what is scheduled', async () => {
  const t = await testService();
  const { ann, ben, dialog_id, timestamp } = await group(t);
  const schedule = (text: string) => ben.call('dialogs.send', { dialog_id, text, timestamp });
  const [edited, sent, cancelled] = [await schedule('One'), await schedule('Two'), await schedule('Three')];
  const later = timestamp + HOUR;
  expect(
    await ben.call('dialogs.editMessage', { message_id: edited.ID, text: 'First', timestamp: later }),
  ).toMatchObject({ ID: edited.ID, Text: 'First', Timestamp: later, Scheduled: 1 });
  expect(await ben.call('dialogs.send', { dialog_id, edit: edited.ID, text: 'Really first' })).toMatchObject({
    ID: edited.ID,
    Text: 'Really first',
    Timestamp: later,
  });
  expect(await ben.call('dialogs.sendScheduled', { message_id: sent.ID })).toMatchObject({ Text: 'Two' });
  await ben.call('dialogs.deleteMessage', { message_id: cancelled.ID });
  expect(await ben.call('dialogs.scheduled', { dialog_id })).toMatchObject([{ ID: edited.ID }]);
  expect(await textsIn(ann, dialog_id)).toEqual(['Two']);
  // A time that has passed sends.
  await ben.call('dialogs.editMessage', { message_id: edited.ID, timestamp: t.clock.seconds });
  expect(await textsIn(ann, dialog_id)).toEqual(['Really first', 'Two']);
  expect((await ben.refused('dialogs.sendScheduled', { message_id: sent.ID })).code).toBe('not_found');

  const post = await ben.call('posts.create', { user: ann.id, content: 'Bread', timestamp });
  expect(await ben.call('posts.edit', { post_id: post.ID, text: 'Rye', timestamp: later })).toMatchObject({
    ID: post.ID,
    Content: 'Rye',
    Timestamp: later,
    Target: { ID: ann.id },
  });
  expect(await ben.call('posts.publishScheduled', { post_id: post.ID })).toMatchObject({ Content: 'Rye' });
  const other = await ben.call('posts.create', { user: '@me', content: 'Cake', timestamp });
  await ben.call('posts.remove', { post_id: other.ID });
  t.clock.advance(3 * HOUR);
  await t.service.settled();
  expect(await ann.call('posts.list', { user: ann.id })).toHaveLength(1);
  expect(await ann.call('posts.list', { user: ben.id })).toEqual([]);
});

test('validates what is scheduled like what is sent', async () => {
  const t = await testService();
  const { ann, ben, dialog_id, timestamp } = await group(t);
  const refused = async (input: object) =>
    Object.keys((await ben.refused('dialogs.send', { dialog_id, timestamp, ...input })).fields ?? {});
  expect(await refused({ text: ' ' })).toEqual(['text']);
  expect(await refused({ text: 'Hi', photos_list: [5] })).toEqual(['photos_list.0']);
  expect(await refused({ text: 'Hi', replyTo: 5 })).toEqual(['replyTo']);
  const tooFar = t.clock.seconds + LIFETIMES.scheduled + 1;
  expect(await refused({ text: 'Hi', timestamp: tooFar })).toEqual(['timestamp']);
  const { ID: message_id } = await ben.call('dialogs.send', { dialog_id, text: 'Hi', timestamp });
  const edit = await ben.refused('dialogs.editMessage', { message_id, text: '' });
  expect(edit.fields).toHaveProperty('text');
  const { ID: other } = await ben.call('dialogs.create', { name: 'Other', type: 'group', private: true });
  const elsewhere = await ben.refused('dialogs.send', { dialog_id: other, edit: message_id, text: 'Hi' });
  expect(elsewhere.fields).toHaveProperty('edit');
  expect((await ann.refused('dialogs.scheduled', { dialog_id: other })).code).toBe('not_found');
});

test('limits how many items one person can schedule', async () => {
  const t = await testService();
  const { ben, dialog_id, timestamp } = await group(t);
  for (let number = 0; number < LIMITS.scheduledEach; number++)
    await ben.call('dialogs.send', { dialog_id, text: `${number}`, timestamp });
  for (const error of [
    await ben.refused('dialogs.send', { dialog_id, text: 'More', timestamp }),
    await ben.refused('posts.create', { user: '@me', content: 'More', timestamp }),
  ])
    expect(error.code).toBe('too_large');
  t.clock.advance(HOUR);
  await t.service.settled();
  const texts = await textsIn(ben, dialog_id);
  expect(texts).toHaveLength(50);
  expect(texts[0]).toBe(`${LIMITS.scheduledEach - 1}`);
});

test('messages of one time are published in the order in which they were written, also if one was postponed', async () => {
  const t = await testService();
  const { ben, dialog_id, timestamp } = await group(t);
  const send = (text: string) => ben.call('dialogs.send', { dialog_id, text, timestamp });
  const { ID: message_id } = await send('One');
  await send('Two');
  await send('Three');
  for (const later of [60, 0])
    await ben.call('dialogs.editMessage', { message_id, text: 'First', timestamp: timestamp + later });
  t.clock.advance(HOUR);
  await t.service.settled();
  expect(await textsIn(ben, dialog_id)).toEqual(['Three', 'Two', 'First']);
});

test('an item that may no longer be published stays listed with the reason, and its author is notified', async () => {
  const t = await testService();
  const { ann, ben, timestamp } = await group(t);
  const { ID: dialog_id } = await ben.call('dialogs.createPrivate', { user_id: ann.id });
  const { ID: message_id } = await ben.call('dialogs.send', { dialog_id, text: 'Hi', timestamp });
  const { ID: post_id } = await ben.call('posts.create', { user: ann.id, content: 'Hi', timestamp });
  const { ID: fine } = await ben.call('posts.create', { user: '@me', content: 'Mine', timestamp });
  await ann.call('people.block', { user: ben.id });
  const line = await ben.listen();
  await line.take();
  t.clock.advance(HOUR);
  const events = await line.take();
  expect(events.filter(({ Type }) => Type === 'notification')).toHaveLength(2);
  expect(await ben.call('dialogs.scheduled', { dialog_id })).toMatchObject([
    { ID: message_id, Refusal: 'access_denied', Scheduled: 1 },
  ]);
  expect(await ben.call('posts.scheduled', {})).toMatchObject([{ ID: post_id, Refusal: 'not_found' }]);
  expect((await ben.call('posts.list', { user: '@me' })).map(({ Content }) => Content)).toEqual(['Mine']);
  expect((await ben.refused('posts.publishScheduled', { post_id: fine })).code).toBe('not_found');
  const notifications = await ben.call('people.notifications', {});
  expect(notifications.map(({ Type, Item }) => [Type, (Item as { ID: number }).ID])).toEqual(
    expect.arrayContaining([
      ['scheduled_refused', message_id],
      ['scheduled_refused', post_id],
    ]),
  );
  // It is tried once: the author decides what to do.
  t.clock.advance(HOUR);
  expect(await line.take()).toEqual([]);

  await ann.call('people.unblock', { user: ben.id });
  await ben.call('dialogs.editMessage', { message_id, timestamp: t.clock.seconds + HOUR });
  expect((await ben.call('dialogs.scheduled', { dialog_id }))[0]).not.toHaveProperty('Refusal');
  await ben.call('posts.publishScheduled', { post_id });
  expect(await ben.call('people.notifications', {})).toEqual([]);
  t.clock.advance(HOUR);
  await t.service.settled();
  expect(await textsIn(ann, dialog_id)).toEqual(['Hi']);
});

test('nothing is published for a banned person', async () => {
  const t = await testService();
  const { ann, ben, dialog_id, timestamp } = await group(t);
  await ben.call('dialogs.send', { dialog_id, text: 'Hi', timestamp });
  await ann.call('admin.ban', { user_id: ben.id, reason: 'Loud' });
  t.clock.advance(HOUR);
  await t.service.settled();
  expect(await textsIn(ann, dialog_id)).toEqual([]);
  await ann.call('admin.unban', { user_id: ben.id });
  const again = t.as(await t.signIn(ben.email, ben.password), ben);
  expect(await again.call('dialogs.scheduled', { dialog_id })).toMatchObject([{ Refusal: 'access_denied' }]);
});

test('attached files stay until they are published, and with the message after', async () => {
  const t = await testService();
  const { ann, ben, dialog_id, timestamp } = await group(t);
  const bytes = Buffer.from('a scheduled file');
  const { ID: Item } = await upload(t.service, ben.session, 'files.upload', bytes, { filename: 'a.txt' });
  const attachments = [{ Type: 'file' as const, Item }];
  const message = await ben.call('dialogs.send', { dialog_id, attachments, timestamp });
  expect(message.Attachments).toMatchObject([{ Type: 'file', Item: { ID: Item, Name: 'a.txt' } }]);
  await ben.call('posts.create', { user: '@me', attachments, timestamp });
  expect((await ben.call('posts.scheduled', {}))[0]?.Attachments).toMatchObject([{ Item: { ID: Item } }]);
  // Nobody else gains access before it is published.
  expect((await ann.refused('files.get', { file_id: Item })).code).toBe('not_found');
  t.clock.advance(HOUR);
  await ann.call('admin.cleanStorage', {});
  await t.service.settled();
  const [sent] = await ann.call('dialogs.messages', { dialog_id });
  expect(sent?.Attachments).toMatchObject([{ Item: { ID: Item, Size: bytes.length } }]);
});

test('posts are attached one level deep before they are published, as after', async () => {
  const t = await testService();
  const { ben, dialog_id, timestamp } = await group(t);
  const { ID: inner } = await ben.call('posts.create', { user: '@me', content: 'Inner' });
  const attachedPost = (Item: number) => [{ Type: 'post' as const, Item }];
  const attachments = attachedPost(
    (await ben.call('posts.create', { user: '@me', content: 'Outer', attachments: attachedPost(inner) })).ID,
  );
  const outer = { Content: 'Outer', Attachments: [{ Type: 'post', Item: null }] };
  const expected = { Attachments: [{ Type: 'post', Item: outer }] };
  expect(await ben.call('dialogs.send', { dialog_id, attachments, timestamp })).toMatchObject(expected);
  expect(await ben.call('posts.create', { user: '@me', attachments, timestamp })).toMatchObject(expected);
  t.clock.advance(HOUR);
  await t.service.settled();
  expect(await ben.call('dialogs.messages', { dialog_id, limit: 1 })).toMatchObject([expected]);
  expect(await ben.call('posts.list', { user: ben.id, limit: 1 })).toMatchObject([expected]);
});

test('a removed file is the reason why a message stays', async () => {
  const t = await testService();
  const { ben, dialog_id, timestamp } = await group(t);
  const { ID: Item } = await upload(t.service, ben.session, 'files.upload', Buffer.from('a'), {});
  await ben.call('dialogs.send', { dialog_id, attachments: [{ Type: 'file', Item }], timestamp });
  await ben.call('files.remove', { file_id: Item });
  t.clock.advance(HOUR);
  await t.service.settled();
  expect(await ben.call('dialogs.scheduled', { dialog_id })).toMatchObject([
    { Refusal: 'validation_error', Attachments: [{ Type: 'file', Item: null }] },
  ]);
});

test('items that fell due while the host was off are published once at startup', async () => {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-scheduled-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const t = await testService({ data });
  const { ann, ben, dialog_id, timestamp } = await group(t);
  await ben.call('dialogs.send', { dialog_id, text: 'Good morning', timestamp });
  await t.service.close();
  t.clock.advance(2 * HOUR);
  const first = await testService({ data, clock: t.clock });
  await first.service.settled();
  await first.service.close();
  const { service } = await testService({ data, clock: t.clock });
  await service.settled();
  const messages = await service.call(ann.session, 'dialogs.messages', { dialog_id });
  expect(messages.filter(({ Type }) => Type === 'message')).toMatchObject([
    { Text: 'Good morning', Timestamp: t.clock.seconds },
  ]);
});

test('leaving a group and deleting an account cancel what was scheduled', async () => {
  const t = await testService();
  const { ann, ben, dialog_id, timestamp } = await group(t);
  const { ID: direct } = await ben.call('dialogs.createPrivate', { user_id: ann.id });
  await ben.call('dialogs.send', { dialog_id, text: 'Hi', timestamp });
  await ben.call('dialogs.send', { dialog_id: direct, text: 'Direct', timestamp });
  await ben.call('posts.create', { user: ann.id, content: 'Post', timestamp });
  await ben.call('dialogs.leave', { dialog_id, user_id: '@me' });
  await ben.call('dialogs.join', { dialog_id, user_id: '@me' });
  expect(await ben.call('dialogs.scheduled', { dialog_id })).toEqual([]);
  expect(await ben.call('dialogs.scheduled', { dialog_id: direct })).toHaveLength(1);
  await ann.call('dialogs.send', { dialog_id, text: 'Mine', timestamp });
  await ann.call('dialogs.remove', { dialog_id });
  await ben.call('account.remove', { password: ben.password });
  t.clock.advance(HOUR);
  await t.service.settled();
  expect(await textsIn(ann, direct)).toEqual([]);
  expect(await ann.call('posts.list', { user: '@me' })).toEqual([]);
  expect(await ann.call('people.notifications', {})).toEqual([]);
});

test('an export contains what is scheduled', async () => {
  const t = await testService();
  const { ben, dialog_id, timestamp } = await group(t);
  await ben.call('dialogs.send', { dialog_id, text: 'Hi', timestamp });
  await ben.call('posts.create', { user: '@me', content: 'Post', timestamp });
  const { Bytes }: Download = await ben.call('account.export', {});
  const chunks: Uint8Array[] = [];
  for await (const chunk of Bytes) chunks.push(chunk);
  const files = await unzip(Buffer.concat(chunks));
  const scheduled = (kind: string) =>
    JSON.parse(files.get(`data/scheduled-${kind}.json`) ?? 'null') as unknown;
  expect(scheduled('messages')).toMatchObject([{ Text: 'Hi', Timestamp: timestamp }]);
  expect(scheduled('posts')).toMatchObject([{ Content: 'Post', Timestamp: timestamp }]);
});
