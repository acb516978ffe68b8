import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restoreBackup } from '../../electron/backup/restore';
import { UnreadWatch } from '../../electron/remote/unread-watch';
import type { Frame } from '../../shared/events';
import { upload } from '../support/content';
import { fixture } from '../support/fixtures';
import { testService, type TestPerson } from '../support/service';
import { untilPasses } from '../support/waiting';
import { filled, openPage, pageOf, programOf, settled } from './program';

async function group(owner: TestPerson, ...others: TestPerson[]): Promise<number> {
  const { ID } = await owner.call('dialogs.create', { name: 'Garden', type: 'group' });
  for (const { id } of others) await owner.call('dialogs.join', { dialog_id: ID, user_id: id });
  return ID;
}

/** A member with a filled program, and the code with which the event connection of a page is closed. */
async function openMember() {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  await group(ann, ben);
  const program = programOf(t, ben);
  await filled(program);
  const closed = new Promise<number>((resolve) => {
    void program.synced.connect(ben.session, { send: () => undefined, close: resolve });
  });
  return { ben, program, closed };
}

test('reads come from the replica while the host is there, and never miss what a page was told', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const dialog_id = await group(ann, ben);
  const program = programOf(t, ben);
  const frames = await pageOf(program, ben);
  await filled(program);
  for (let count = 1; count <= 20; count++) {
    const { ID } = await ann.call('dialogs.send', { dialog_id, text: `Number ${count}` });
    await untilPasses(() =>
      expect(frames.some((one) => one.Type === 'message' && one.Message.ID === ID)).toBe(true),
    );
    const [last] = await program.call('dialogs.messages', { dialog_id });
    expect(last?.Text).toBe(`Number ${count}`);
  }
  expect(program.host.calls).not.toContain('dialogs.messages');
});

test('a page hears of a wall that it watches, also after the host was away, until it leaves the wall', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const program = programOf(t, ben);
  const page = await openPage(program, ben);
  const other = await pageOf(program, ben);
  await filled(program);
  const posts = (frames: Frame[]) => frames.flatMap((one) => (one.Type === 'post' ? [one.Post.Content] : []));
  const confirmations = () =>
    page.frames.filter((one) => one.Type === 'subscribed' && one.category === 'wall').length;
  page.command({ command: 'subscribe', category: 'wall', thing_id: ann.id });
  await untilPasses(() => expect(confirmations()).toBe(1));
  await ann.call('posts.create', { user: ann.id, content: 'First' });
  await untilPasses(() => expect(posts(page.frames)).toEqual(['First']));

  program.host.cut();
  program.join();
  await untilPasses(() => expect(confirmations()).toBe(2));
  await ann.call('posts.create', { user: ann.id, content: 'Second' });
  await untilPasses(() => expect(posts(page.frames)).toEqual(['First', 'Second']));

  page.command({ command: 'unsubscribe', category: 'wall', thing_id: ann.id });
  await ann.call('posts.create', { user: ann.id, content: 'Third' });
  const { ID: last } = await ben.call('dialogs.create', { name: 'Garden', type: 'group' });
  await untilPasses(() =>
    expect(other.some((one) => one.Type === 'dialog' && one.Dialog.ID === last)).toBe(true),
  );
  expect(posts(page.frames)).toEqual(['First', 'Second']);
});

test('a message written while the host is away stands there at once, and is sent once it is back', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const dialog_id = await group(ann, ben);
  await ann.call('dialogs.send', { dialog_id, text: 'Before' });
  const program = programOf(t, ben);
  const frames = await pageOf(program, ben);
  await filled(program);
  program.host.cut();
  const sent = await program.call('dialogs.send', { dialog_id, text: 'From afar' }, 'key-from-afar');
  expect(sent.Text).toBe('From afar');
  expect(frames).toContainEqual(expect.objectContaining({ Type: 'message', Message: sent }));
  const held = await program.call('dialogs.messages', { dialog_id });
  expect(held.map((message) => message.Text).slice(0, 2)).toEqual(['From afar', 'Before']);
  expect(program.synced.outboxItems).toMatchObject([
    { name: 'dialogs.send', state: 'pending', made: [sent.ID] },
  ]);
  expect(program.synced.asOf).toBeGreaterThan(0);

  program.join();
  await untilPasses(() => expect(program.synced.unsent).toBe(0));
  await untilPasses(() => expect(frames.map((one) => one.Type)).toContain('reset'));
  const after = await program.call('dialogs.messages', { dialog_id });
  expect(after.map((message) => message.Text).slice(0, 2)).toEqual(['From afar', 'Before']);
  expect(after[0]?.ID).not.toBe(sent.ID);
  expect(await ann.call('dialogs.messages', { dialog_id })).toHaveLength(after.length);
  expect(program.synced.asOf).toBe(0);
});

test('what the host refuses later stays visible with its reason, and the rest is sent', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const [garden, cellar] = [await group(ann, ben), await group(ann, ben)];
  const program = programOf(t, ben);
  await filled(program);
  program.host.cut();
  await ann.call('dialogs.leave', { dialog_id: garden, user_id: ben.id });
  await program.call('dialogs.send', { dialog_id: garden, text: 'Too late' });
  await program.call('dialogs.send', { dialog_id: cellar, text: 'In time' });
  program.join();
  await untilPasses(() => expect(program.synced.outboxItems).toMatchObject([{ state: 'refused' }]));
  expect(program.synced.outboxItems[0]?.input.text).toBe('Too late');
  const [last] = await ann.call('dialogs.messages', { dialog_id: cellar });
  expect(last?.Text).toBe('In time');
  await untilPasses(async () =>
    expect((await program.call('dialogs.list', {})).map((dialog) => dialog.ID)).toEqual([cellar]),
  );
  program.host.cut();
  await expect(program.call('dialogs.messages', { dialog_id: garden })).rejects.toThrow();
});

test('a revoked token closes the pages and reads nothing more', async () => {
  const { ben, program, closed } = await openMember();
  await ben.call('account.logoutAll', {});
  expect(await closed).toBe(4401);
  expect(program.synced.isRevoked).toBe(true);
});

test('who signs out has not lost access', async () => {
  const { program, closed } = await openMember();
  await program.call('account.logout', {});
  expect(await closed).toBe(4401);
  expect(program.synced.isRevoked).toBe(false);
});

test('pages that connect again get what they missed, or read everything again', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const dialog_id = await group(ann, ben);
  const program = programOf(t, ben);
  const frames = await pageOf(program, ben);
  await filled(program);
  const [hello] = frames;
  if (hello?.Type !== 'hello') throw new Error('no hello');
  const { ID } = await ann.call('dialogs.send', { dialog_id, text: 'Missed' });
  await untilPasses(() => expect(frames.some((one) => one.Type === 'message')).toBe(true));
  const again: Frame[] = [];
  const options = { send: (frame: string) => again.push(JSON.parse(frame) as Frame), close: () => undefined };
  await program.synced.connect(ben.session, { ...options, since: hello.Seq, log: hello.Log });
  expect(again.some((one) => one.Type === 'message' && one.Message.ID === ID)).toBe(true);
  again.length = 0;
  await program.synced.connect(ben.session, { ...options, since: hello.Seq, log: 'another' });
  expect(again.map((one) => one.Type)).toEqual(['hello', 'reset']);
});

test('a watch of unread messages counts as soon as it connects', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const dialog_id = await group(ann, ben);
  await ann.call('dialogs.send', { dialog_id, text: 'Unread' });
  const program = programOf(t, ben);
  await filled(program);
  const counted: number[] = [];
  const signedIn = { token: ben.session.token!, id: ben.id };
  const watch = new UnreadWatch(program.synced, 'test', signedIn, {
    onUnread: (unread) => void counted.push(unread),
    onEvent: () => undefined,
  });
  onTestFinished(() => watch.close());
  await untilPasses(() => expect(counted).toEqual([1]));
});

test('pictures of dialogs, people and new messages are named to be fetched ahead', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const dialog_id = await group(ann, ben);
  const photo = async () =>
    (await upload(t.service, ann.session, 'photos.upload', fixture('picture.png'))).ID;
  const [avatar, attached] = [await photo(), await photo()];
  await ann.call('dialogs.update', { dialog_id, avatar });
  await ann.call('dialogs.send', { dialog_id, photos_list: [attached] });
  const program = programOf(t, ben);
  await filled(program);
  expect(await program.synced.likelyPictures()).toEqual([
    `/content/photo/${avatar}/photo?size=64`,
    `/content/photo/${attached}/photo?size=1024`,
    `/content/photo/${avatar}/photo?size=256`,
  ]);
});

test('a host that was restored from a backup is read anew, and nothing of its other log is shown', async () => {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-restored-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const t = await testService({ data });
  const ann = await t.person('Ann');
  const dialog_id = await group(ann);
  await ann.call('dialogs.send', { dialog_id, text: 'Saved' });
  const { Name } = await ann.call('admin.createBackup', {});
  const program = programOf(t, ann);
  const frames = await pageOf(program, ann);
  await filled(program);
  for (let count = 1; count <= 20; count++)
    await program.call('dialogs.send', { dialog_id, text: `After the backup ${count}` });
  program.host.cut();
  await program.call('dialogs.send', { dialog_id, text: 'Written while away' });
  await t.service.close();
  await restoreBackup(data, Name, t.clock.seconds);
  program.host.service = (await testService({ data, clock: t.clock })).service;
  program.join();
  await untilPasses(() => expect(frames.map((one) => one.Type)).toContain('reset'));
  const texts = async () =>
    (await program.call('dialogs.messages', { dialog_id }))
      .filter((message) => message.Type === 'message')
      .map((message) => message.Text);
  expect(await texts()).not.toContain('After the backup 20');
  await untilPasses(async () => expect(await texts()).toEqual(['Written while away', 'Saved']));
  await settled(program);
  program.host.cut();
  expect(await texts()).toEqual(['Written while away', 'Saved']);
});

test('a write to a host that hangs is shown as pending, and sent once', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const dialog_id = await group(ann, ben);
  const program = programOf(t, ben);
  await filled(program);
  program.host.hang();
  const writing = program.call('dialogs.send', { dialog_id, text: 'Into the void' });
  await untilPasses(() => expect(program.outbox.unsent).toBe(1));
  // As long as the answer may come, nobody is told that something waits.
  expect(program.synced.unsent).toBe(0);
  program.host.cut();
  expect(await writing).toMatchObject({ Text: 'Into the void' });
  expect(program.synced.unsent).toBe(1);
  program.host.stopHanging();
  await settled(program);
  const sent = (await ann.call('dialogs.messages', { dialog_id })).filter(({ Type }) => Type === 'message');
  expect(sent.map((message) => message.Text)).toEqual(['Into the void']);
});

test('a write that hung while the connection was lost is sent as soon as the host is back', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const dialog_id = await group(ann, ben);
  const program = programOf(t, ben);
  await filled(program);
  program.host.hang();
  const writing = program.call('dialogs.send', { dialog_id, text: 'From another network' });
  await untilPasses(() => expect(program.outbox.unsent).toBe(1));
  program.host.cut();
  expect(await writing).toMatchObject({ Text: 'From another network' });
  await settled(program);
  const sent = (await ann.call('dialogs.messages', { dialog_id })).filter(({ Type }) => Type === 'message');
  expect(sent.map((message) => message.Text)).toEqual(['From another network']);
});

test('read marks of a dialog that wait are one, and the furthest', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const [garden, cellar] = [await group(ann, ben), await group(ann, ben)];
  const send = async (dialog_id: number) => (await ann.call('dialogs.send', { dialog_id, text: 'Hello' })).ID;
  const [first, second, last] = [await send(garden), await send(garden), await send(garden)];
  const below = await send(cellar);
  const program = programOf(t, ben);
  await filled(program);
  program.host.cut();
  for (const message of [first, last, second])
    await program.call('dialogs.read', { dialog_id: garden, message });
  await program.call('dialogs.read', { dialog_id: cellar, message: below });
  const waiting = () => program.outbox.all().map(({ input }) => input['message']);
  expect(waiting()).toEqual([last, below]);
  await program.call('dialogs.read', { dialog_id: garden });
  expect(waiting()).toEqual([below, undefined]);
  await settled(program);
  expect((await ben.call('dialogs.list', {})).map(({ Unread }) => Unread)).toEqual([0, 0]);
});
