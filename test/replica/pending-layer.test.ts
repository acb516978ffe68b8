import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { PendingCommand } from '../../electron/replica/pending-layer';
import type { SyncCall } from '../../electron/replica/replica-sync';
import type { Name } from '../../shared/contract';
import { replicaOf } from '../support/replicas';
import { testService } from '../support/service';

/** Ann and Ben in a group, and Ann's replica. */
async function groupWorld(database: string | Database.Database = new Database(':memory:')) {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const { ID: group } = await ann.call('dialogs.create', { name: 'Group', type: 'group' });
  await ann.call('dialogs.join', { dialog_id: group, user_id: ben.id });
  const world = { t, ann, ben, group, ...replicaOf(t, ann, { database }) };
  await world.sync.catchUp();
  const texts = async () =>
    ((await world.reader.asLastSeen('dialogs.messages', { dialog_id: group })) ?? [])
      .filter((message) => message.Type === 'message')
      .map((message) => message.Text);
  return { ...world, texts };
}

let keys = 0;

function command(name: Name, input: Record<string, unknown>, made: readonly number[] = []): PendingCommand {
  return { key: `pending-command-${++keys}`, name, input, made };
}

test('a pending message can be replied to, edited, reacted to and deleted', async () => {
  const { replica, reader, group, texts } = await groupWorld();
  const sent = await replica.addPending(command('dialogs.send', { dialog_id: group, text: 'One' }));
  const [message_id = 0] = sent.made;
  await replica.addPending(command('dialogs.send', { dialog_id: group, text: 'Reply', replyTo: message_id }));
  await replica.addPending(command('dialogs.editMessage', { message_id, text: 'Edited' }));
  await replica.addPending(command('dialogs.react', { message_id, emoji: '👍' }));
  const [reply, first] = (await reader.asLastSeen('dialogs.messages', { dialog_id: group })) ?? [];
  expect([reply?.ReplyTo?.Text, first?.Text, first?.Reactions.length]).toEqual(['Edited', 'Edited', 1]);
  await replica.addPending(command('dialogs.deleteMessage', { message_id }));
  expect(await texts()).toEqual(['Reply']);
  await replica.close();
});

test('provisional IDs stay the same in every replay and stand last', async () => {
  const { t, replica, ben, sync, reader, group, texts } = await groupWorld();
  const send = command('dialogs.send', { dialog_id: group, text: 'Pending' });
  const { made } = await replica.addPending(send);
  t.clock.advance(60);
  await ben.call('dialogs.send', { dialog_id: group, text: 'Of the host' });
  await sync.catchUp();
  expect(await texts()).toEqual(['Pending', 'Of the host']);
  const [pending] = (await reader.asLastSeen('dialogs.messages', { dialog_id: group })) ?? [];
  expect([pending?.ID, pending?.Timestamp]).toEqual([made[0], t.clock.seconds - 60]);
  await replica.setPending(() => [{ ...send, made }]);
  const again = (await reader.asLastSeen('dialogs.messages', { dialog_id: group })) ?? [];
  expect(again[0]?.ID).toBe(made[0]);
  const next = await replica.addPending(command('dialogs.send', { dialog_id: group, text: 'Next' }));
  expect(next.made[0]).toBeGreaterThan(made[0] ?? 0);
  expect(Number.isSafeInteger(next.made[0])).toBe(true);
  await replica.close();
});

test('a command that is added again, or was set before, is shown once', async () => {
  const { replica, group, texts } = await groupWorld();
  const send = command('dialogs.send', { dialog_id: group, text: 'Once' });
  const { made } = await replica.addPending(send);
  expect((await replica.addPending({ ...send, made })).made).toEqual(made);
  expect(await texts()).toEqual(['Once']);
  await replica.setPending(() => [{ ...send, made }]);
  expect((await replica.addPending({ ...send, made })).value).toMatchObject({ ID: made[0], Text: 'Once' });
  expect(await texts()).toEqual(['Once']);
  await replica.close();
});

test('returns the frames that the host would send the person, without numbers', async () => {
  const { replica, ann, ben, sync, group } = await groupWorld();
  const { ID: post } = await ben.call('posts.create', { user: ben.id, content: 'Post' });
  await ann.call('people.subscribe', { user: ben.id, value: true });
  await sync.catchUp();
  const sent = await replica.addPending(command('dialogs.send', { dialog_id: group, text: 'Hello' }));
  expect(sent.frames).toMatchObject([
    { Type: 'message', Message: { ID: sent.made[0], Text: 'Hello' } },
    { Type: 'read', Dialog: group, Message: sent.made[0] },
  ]);
  expect(sent.frames.every((frame) => !('Seq' in frame))).toBe(true);
  const liked = await replica.addPending(command('posts.like', { post_id: post, value: true }));
  // The notification of the author is for the author alone.
  expect(liked.frames).toMatchObject([{ Type: 'like', Post: post, Likes: { IsLikedByYou: true } }]);
  const renamed = await replica.addPending(command('account.updateProfile', { name: 'Annabel' }));
  expect(renamed.frames).toMatchObject([{ Type: 'profile', User: { Name: 'Annabel' } }]);
  await replica.close();
});

test('a refused command leaves nothing, neither at once nor in a replay', async () => {
  const { replica, group, texts } = await groupWorld();
  const blank = command('dialogs.send', { dialog_id: group, text: ' ' });
  await expect(replica.addPending(blank)).rejects.toMatchObject({ code: 'validation_error' });
  await expect(
    replica.addPending(command('dialogs.editMessage', { message_id: 1, text: 'No' })),
  ).rejects.toMatchObject({ code: 'not_found' });
  const good = command('dialogs.send', { dialog_id: group, text: 'Good' });
  await replica.setPending(() => [blank, good]);
  expect(await texts()).toEqual(['Good']);
  await replica.close();
});

test('a command that fails half way in a replay leaves none of its rows', async () => {
  const database = new Database(':memory:');
  const { replica, group, texts } = await groupWorld(database);
  database.exec(`CREATE TRIGGER half_way BEFORE UPDATE ON member
    WHEN EXISTS (SELECT 1 FROM message WHERE text = 'Bad') BEGIN SELECT raise(ABORT, 'failed'); END`);
  const send = (text: string) => command('dialogs.send', { dialog_id: group, text });
  await expect(replica.addPending(send('Bad'))).rejects.toMatchObject({ code: 'unavailable' });
  await replica.setPending(() => [send('Bad'), send('Good')]);
  expect(await texts()).toEqual(['Good']);
  await replica.close();
});

test.each([
  ['account.changePassword', { old: 'Ann has a password', new: 'Another long password' }],
  ['account.reset', { email: 'ann@example.org', captcha: 'none' }],
  ['people.report', { user: 'ben', reason: 'Spam' }],
  ['dialogs.list', {}],
] as const)('%s is unavailable without the host', async (name, input) => {
  const { replica } = await groupWorld();
  await expect(replica.addPending(command(name, input))).rejects.toMatchObject({ code: 'unavailable' });
  await replica.close();
});

test('what the host did stays shown once, whether its answer or its rows arrive first', async () => {
  const { t, replica, ann, sync, group, texts } = await groupWorld();
  const one = command('dialogs.send', { dialog_id: group, text: 'One' });
  await replica.addPending(one);
  const first = await t.service.answer(ann.session, 'dialogs.send', one.input as never, one.key);
  await replica.settlePending(one.key, first.seq);
  expect(await texts()).toEqual(['One']);
  await sync.catchUp();
  expect(await texts()).toEqual(['One']);
  const two = command('dialogs.send', { dialog_id: group, text: 'Two' });
  await replica.addPending(two);
  const second = await t.service.answer(ann.session, 'dialogs.send', two.input as never, two.key);
  await sync.catchUp();
  await replica.settlePending(two.key, second.seq);
  expect(await texts()).toEqual(['Two', 'One']);
  await replica.close();
});

test('what the host did stays shown while only earlier changes have arrived', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Group', type: 'group' });
  await ann.call('dialogs.join', { dialog_id, user_id: ben.id });
  const shown: string[][] = [];
  const call: SyncCall = async (name, input) => {
    const messages = (await reader.asLastSeen('dialogs.messages', { dialog_id })) ?? [];
    shown.push(messages.filter(({ Type }) => Type === 'message').map(({ Text }) => Text));
    return ann.call(name, name === 'sync.changes' ? { ...input, limit: 1 } : input);
  };
  const { replica, sync, reader } = replicaOf(t, ann, { call });
  await sync.catchUp();
  await ben.call('dialogs.send', { dialog_id, text: 'Earlier' });
  const one = command('dialogs.send', { dialog_id, text: 'One' });
  await replica.addPending(one);
  const { seq } = await t.service.answer(ann.session, 'dialogs.send', one.input as never, one.key);
  await replica.settlePending(one.key, seq);
  shown.length = 0;
  await sync.catchUp();
  expect(shown[0]).toEqual(['One']);
  expect(shown.slice(1)).toContainEqual(['One', 'Earlier']);
  for (const texts of shown) expect(texts[0]).toBe('One');
  await replica.close();
});

test('the layer is never stored, and rows of the host are, whatever the layer does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-replica-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'replica.db');
  const { ben, replica, sync, group, texts } = await groupWorld(file);
  await replica.addPending(command('dialogs.send', { dialog_id: group, text: 'Pending' }));
  await ben.call('dialogs.send', { dialog_id: group, text: 'Of the host' });
  await sync.catchUp();
  expect(await texts()).toEqual(['Pending', 'Of the host']);
  // As another process would find the file after a crash.
  const stored = new Database(file, { readonly: true });
  const found = stored.prepare("SELECT text FROM message WHERE type = 'message' ORDER BY id").pluck().all();
  stored.close();
  expect(found).toEqual(['Of the host']);
  await replica.close();
});

test('reads without the layer if it cannot be built, and with it later', async () => {
  const database = new Database(':memory:');
  const { ben, replica, sync, group, texts } = await groupWorld(database);
  let isDiskFull = 0;
  database.function('is_disk_full', { deterministic: false, directOnly: false }, () => isDiskFull);
  // Like a full disk, this ends the whole transaction.
  database.exec(`CREATE TRIGGER full_disk BEFORE INSERT ON message
    WHEN new.text LIKE 'Pending%' AND is_disk_full() BEGIN SELECT raise(ROLLBACK, 'full'); END`);
  await replica.addPending(command('dialogs.send', { dialog_id: group, text: 'Pending' }));
  await ben.call('dialogs.send', { dialog_id: group, text: 'Of the host' });
  isDiskFull = 1;
  await sync.catchUp();
  expect(await texts()).toEqual(['Of the host']);
  const failing = command('dialogs.send', { dialog_id: group, text: 'Pending too' });
  await expect(replica.addPending(failing)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await texts()).toEqual(['Of the host']);
  isDiskFull = 0;
  expect(await texts()).toEqual(['Pending', 'Of the host']);
  await replica.close();
});
