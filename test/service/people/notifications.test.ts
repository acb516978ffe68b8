import { beforeEach, expect, test } from 'vitest';
import { endpointOf } from '../../../shared/contract';
import { testService, type TestPerson, type TestService } from '../../support/service';

let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let carl: TestPerson;

beforeEach(async () => {
  t = await testService();
  [ann, bob, carl] = (await t.people('Ann', 'Bob', 'Carl')) as [TestPerson, TestPerson, TestPerson];
});

test('a friend request and its acceptance notify the other person, with an event', async () => {
  const line = await bob.listen();
  await ann.call('people.subscribe', { user: String(bob.id) });
  const heard = (await line.take()).filter((event) => event.Type === 'notification');
  const listed = await bob.call('people.notifications', {});
  expect(endpointOf('people.notifications').output.parse(listed)).toEqual(listed);
  expect(listed).toMatchObject([
    { Type: 'new_friend_request', User: { ID: ann.id }, Item: { ID: ann.id }, Read: false },
  ]);
  expect(heard.map((event) => event.Notification)).toEqual(listed);
  await bob.call('people.subscribe', { user: String(ann.id) });
  expect(await ann.call('people.notifications', {})).toMatchObject([
    { Type: 'accept_friend_request', User: { ID: bob.id, RelationshipState: 'friends' } },
  ]);
  expect(await bob.call('people.notifications', {})).toHaveLength(1);
});

test('repeated requests notify once until read', async () => {
  for (let times = 0; times < 3; times++) {
    await ann.call('people.subscribe', { user: String(bob.id), value: true });
    await ann.call('people.subscribe', { user: String(bob.id), value: false });
  }
  expect(await bob.call('people.notifications', {})).toHaveLength(1);
  await bob.call('people.readNotifications', {});
  await ann.call('people.subscribe', { user: String(bob.id), value: true });
  expect(await bob.call('people.notifications', {})).toHaveLength(2);
});

test('a dismissed request removes its notification; a later one notifies again', async () => {
  await ann.call('people.subscribe', { user: String(bob.id) });
  await carl.call('people.subscribe', { user: String(bob.id) });
  const [, ignored] = await bob.call('people.notifications', {});
  const line = await bob.listen();
  await bob.call('people.ignore', { user_id: ann.id });
  expect(await line.take()).toContainEqual(
    expect.objectContaining({ Type: 'notification_delete', Notification: ignored?.ID }),
  );
  expect(await bob.call('people.notifications', {})).toMatchObject([{ User: { ID: carl.id } }]);
  expect(await bob.call('people.me', {})).toMatchObject({ NewNotifications: 1 });
  await ann.call('people.subscribe', { user: String(bob.id), value: false });
  await ann.call('people.subscribe', { user: String(bob.id), value: true });
  expect(await bob.call('people.notifications', {})).toMatchObject([
    { Type: 'new_friend_request', User: { ID: ann.id } },
    { User: { ID: carl.id } },
  ]);
});

test('the end of a friendship is silent', async () => {
  await ann.call('people.subscribe', { user: String(bob.id) });
  await bob.call('people.subscribe', { user: String(ann.id) });
  await ann.call('people.subscribe', { user: String(bob.id), value: false });
  expect(await bob.call('people.notifications', {})).toHaveLength(1);
});

test('are listed newest first, in pages after the last one seen', async () => {
  await ann.call('people.subscribe', { user: String(carl.id) });
  await bob.call('people.subscribe', { user: String(carl.id) });
  const [newest, older] = await carl.call('people.notifications', {});
  expect([newest?.User.ID, older?.User.ID]).toEqual([bob.id, ann.id]);
  expect(await carl.call('people.notifications', { limit: 1 })).toEqual([newest]);
  expect(await carl.call('people.notifications', { last_id: newest?.ID ?? 0 })).toEqual([older]);
  expect(await carl.call('people.notifications', { last_id: older?.ID ?? 0 })).toEqual([]);
});

test('the read mark moves to one, then to all, and never back', async () => {
  await ann.call('people.subscribe', { user: String(carl.id) });
  await bob.call('people.subscribe', { user: String(carl.id) });
  const [newest, older] = await carl.call('people.notifications', {});
  const unread = async () => (await carl.call('people.me', {})).NewNotifications;
  expect(await unread()).toBe(2);
  await carl.call('people.readNotifications', { last_id: older?.ID ?? 0 });
  expect(await unread()).toBe(1);
  expect((await carl.call('people.notifications', {})).map((one) => one.Read)).toEqual([false, true]);
  await carl.call('people.readNotifications', {});
  expect(await unread()).toBe(0);
  await carl.call('people.readNotifications', { last_id: older?.ID ?? 0 });
  expect(await unread()).toBe(0);
  expect(newest?.Read).toBe(false);
});

test('one is read alone, with an event, and older and newer ones stay unread', async () => {
  for (const one of [ann, bob, ...(await t.people('Dan'))])
    await one.call('people.subscribe', { user: String(carl.id) });
  const [newest, middle, older] = await carl.call('people.notifications', {});
  const line = await carl.listen();
  await carl.call('people.readNotifications', { last_id: middle?.ID ?? 0, only: true });
  expect(await line.take()).toMatchObject([
    { Type: 'notification', Notification: { ID: middle?.ID, Read: true } },
    { Type: 'profile', User: { ID: carl.id } },
  ]);
  expect(await carl.call('people.me', {})).toMatchObject({ NewNotifications: 2 });
  const unread = async () =>
    (await carl.call('people.notifications', {})).filter((one) => !one.Read).map((one) => one.ID);
  expect(await unread()).toEqual([newest?.ID, older?.ID]);
  await carl.call('people.readNotifications', { last_id: middle?.ID ?? 0, only: true });
  expect(await line.take()).toEqual([]);
  await carl.call('people.readNotifications', { last_id: older?.ID ?? 0 });
  expect(await unread()).toEqual([newest?.ID]);
  await ann.call('people.readNotifications', { last_id: newest?.ID ?? 0, only: true });
  expect(await unread()).toEqual([newest?.ID]);
});

test('none is read with only but without last_id', async () => {
  await ann.call('people.subscribe', { user: String(carl.id) });
  const error = await carl.refused('people.readNotifications', { only: true });
  expect(error.fields).toHaveProperty('last_id');
  expect(await carl.call('people.me', {})).toMatchObject({ NewNotifications: 1 });
});

test('a mention is read with its chat although something older is unread', async () => {
  await bob.call('account.updateProfile', { link: 'bob.baker' });
  const { ID: dialog } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  await bob.call('dialogs.join', { dialog_id: dialog, user_id: '@me' });
  await carl.call('people.subscribe', { user: String(bob.id) });
  await ann.call('dialogs.send', { dialog_id: dialog, text: 'Ask @bob.baker' });
  await bob.call('dialogs.read', { dialog_id: dialog });
  expect((await bob.call('people.notifications', {})).map(({ Type, Read }) => [Type, Read])).toEqual([
    ['message_mention', true],
    ['new_friend_request', false],
  ]);
});

test('all mentions are read with their chat, however many there are', async () => {
  await bob.call('account.updateProfile', { link: 'bob.baker' });
  const { ID: dialog } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  await bob.call('dialogs.join', { dialog_id: dialog, user_id: '@me' });
  for (let n = 0; n < 60; n++) await ann.call('dialogs.send', { dialog_id: dialog, text: 'Ask @bob.baker' });
  await bob.call('dialogs.read', { dialog_id: dialog });
  expect(await bob.call('people.me', {})).toMatchObject({ NewNotifications: 0 });
});

test('a mark beyond the newest does not affect later ones', async () => {
  await ann.call('people.subscribe', { user: String(carl.id) });
  await carl.call('people.readNotifications', { last_id: Number.MAX_SAFE_INTEGER });
  await bob.call('people.subscribe', { user: String(carl.id) });
  expect((await carl.call('people.notifications', {})).map((one) => one.Read)).toEqual([false, true]);
});

test("reading syncs to the reader's other windows, only on a change", async () => {
  await ann.call('people.subscribe', { user: String(carl.id) });
  const line = await carl.listen();
  await carl.call('people.readNotifications', {});
  expect(await line.take()).toMatchObject([{ Type: 'profile', User: { ID: carl.id } }]);
  await carl.call('people.readNotifications', {});
  expect(await line.take()).toEqual([]);
});

test('a mention notifies while its message is visible', async () => {
  await bob.call('account.updateProfile', { link: 'bob.baker' });
  const { ID: dialog } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  await bob.call('dialogs.join', { dialog_id: dialog, user_id: '@me' });
  const message = await ann.call('dialogs.send', { dialog_id: dialog, text: 'Ask @bob.baker' });
  expect(await bob.call('people.notifications', {})).toMatchObject([
    { Type: 'message_mention', User: { ID: ann.id }, Item: { ID: message.ID, Text: 'Ask @bob.baker' } },
  ]);
  await bob.call('dialogs.leave', { dialog_id: dialog, user_id: '@me' });
  await ann.call('dialogs.editMessage', { message_id: message.ID, text: 'A secret' });
  expect(await bob.call('people.notifications', {})).toMatchObject([{ User: { ID: ann.id }, Item: null }]);
});

test("a block removes both people's notifications from lists and counts", async () => {
  await ann.call('people.subscribe', { user: String(bob.id) });
  await carl.call('people.subscribe', { user: String(bob.id) });
  await bob.call('people.subscribe', { user: String(ann.id) });
  await ann.call('people.block', { user: String(bob.id) });
  expect(await ann.call('people.notifications', {})).toEqual([]);
  expect(await bob.call('people.notifications', {})).toMatchObject([{ User: { ID: carl.id } }]);
  expect(await ann.call('people.me', {})).toMatchObject({ NewNotifications: 0 });
  expect(await bob.call('people.me', {})).toMatchObject({ NewNotifications: 1 });
});

test("no one sees another person's notifications", async () => {
  await ann.call('people.subscribe', { user: String(bob.id) });
  const [own] = await bob.call('people.notifications', {});
  expect(await carl.call('people.notifications', {})).toEqual([]);
  await carl.call('people.readNotifications', { last_id: own?.ID ?? 0 });
  expect(await bob.call('people.me', {})).toMatchObject({ NewNotifications: 1 });
});
