import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testService } from '../../support/service';

test('presence changes are sent only to people who know the person', async () => {
  const { people } = await testService();
  const [ann, bob, eve, stranger] = await people('Ann', 'Bob', 'Eve', 'Stranger');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'House', type: 'group' });
  for (const one of [bob, eve]) await ann.call('dialogs.join', { dialog_id, user_id: String(one.id) });
  await ann.call('people.block', { user: String(eve.id) });
  const lines = { bob: await bob.listen(), eve: await eve.listen(), stranger: await stranger.listen() };
  for (const line of Object.values(lines)) await line.take();

  const phone = await ann.listen();
  expect(await lines.bob.take()).toMatchObject([
    { Type: 'online', User: ann.id, Online: { Online: true, Degree: 'exact', Status: 'online' } },
  ]);
  // Even that there is something to hide would tell that she came.
  expect(await lines.eve.take()).toEqual([]);
  const laptop = await ann.listen();
  phone.close();
  expect(await lines.bob.take()).toEqual([]);
  laptop.close();
  expect(await lines.bob.take()).toMatchObject([
    { Type: 'online', User: ann.id, Online: { Online: false, Degree: 'exact' } },
  ]);
  expect(await lines.stranger.take()).toEqual([]);
});

test("friends without a common dialog receive each other's presence", async () => {
  const { people } = await testService();
  const [ann, bob] = await people('Ann', 'Bob');
  await ann.call('people.subscribe', { user: String(bob.id) });
  const line = await ann.listen();
  await line.take();
  await bob.listen();
  expect(await line.take()).toMatchObject([{ Type: 'online', User: bob.id, Online: { Online: true } }]);
});

test('stores when a person was last online', async () => {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-presence-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const t = await testService({ data });
  const [ann, bob] = await t.people('Ann', 'Bob');
  await ann.call('people.subscribe', { user: String(bob.id) });
  const [watching, line] = [await ann.listen(), await bob.listen()];
  t.clock.advance(3600);
  await watching.take();
  line.close();
  const went = t.clock.seconds;
  t.clock.advance(300);
  const online = { Online: false, LastBeen: went, Degree: 'exact', Status: '' };
  expect(await watching.take()).toMatchObject([{ Type: 'online', User: bob.id, Online: online }]);
  expect(await ann.call('people.get', { user: bob.id })).toMatchObject({ Online: online });
  await t.service.close();
  const { service } = await testService({ data, clock: t.clock });
  expect(await service.call(ann.session, 'people.get', { user: bob.id })).toMatchObject({ Online: online });
});

test.each([
  ['hides it', 2],
  ['shows it only about so', 1],
])('the presence of someone who %s is sent to no one', async (_what, onlineType) => {
  const { people } = await testService();
  const [ann, bob] = await people('Ann', 'Bob');
  await ann.call('people.subscribe', { user: String(bob.id) });
  await bob.call('account.updateProfile', { onlineType });
  const line = await ann.listen();
  await line.take();
  (await bob.listen()).close();
  expect(await line.take()).toEqual([]);
});

test('a chosen status is announced while online, and stays after a restart', async () => {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-presence-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const t = await testService({ data });
  const [ann, bob, eve] = await t.people('Ann', 'Bob', 'Eve');
  await ann.call('people.subscribe', { user: String(bob.id) });
  const [anns, bobs, eves] = [await ann.listen(), await bob.listen(), await eve.listen()];
  for (const line of [anns, bobs, eves]) await line.take();
  await bob.call('account.updateProfile', { onlineStatus: 'dont_disturb' });
  const online = { Online: true, Degree: 'exact', Status: 'dont_disturb' };
  expect(await anns.take()).toMatchObject([{ Type: 'online', User: bob.id, Online: online }]);
  expect(await bobs.take()).toMatchObject([
    { Type: 'profile', User: { ID: bob.id, OnlineStatus: 'dont_disturb', Online: online } },
  ]);
  expect(await eves.take()).toEqual([]);
  expect(await ann.call('people.get', { user: bob.id })).not.toHaveProperty('OnlineStatus');
  bobs.close();
  expect(await anns.take()).toMatchObject([{ Type: 'online', Online: { Online: false, Status: '' } }]);
  await t.service.close();
  const again = await testService({ data, clock: t.clock });
  expect(await again.service.call(bob.session, 'people.me', {})).toMatchObject({
    OnlineStatus: 'dont_disturb',
  });
});

test('a person is away while none of their devices is used', async () => {
  const { people, service } = await testService();
  const [ann, bob] = await people('Ann', 'Bob');
  await ann.call('people.subscribe', { user: String(bob.id) });
  const line = await ann.listen();
  const [desk, laptop] = [await bob.listen(), await bob.listen()];
  await line.take();
  const seen = async () =>
    (await line.take()).map((event) => (event.Type === 'online' ? event.Online.Status : event.Type));
  desk.command({ command: 'idle', idle: true });
  expect(await seen()).toEqual([]);
  laptop.command({ command: 'idle', idle: true });
  laptop.command({ command: 'idle', idle: true });
  expect(await seen()).toEqual(['moved_away']);
  expect((await ann.call('people.get', { user: bob.id })).Online.Status).toBe('moved_away');
  laptop.command({ command: 'idle', idle: false });
  expect(await seen()).toEqual(['online']);
  laptop.close();
  expect(await seen()).toEqual(['moved_away']);
  // What was chosen matters more.
  await bob.call('account.updateProfile', { onlineStatus: 'dont_disturb' });
  expect(await seen()).toEqual(['dont_disturb']);
  desk.command({ command: 'idle', idle: 'yes' });
  await service.settled();
  expect(desk.frames.at(-1)).toMatchObject({ Type: 'error', detail: 'validation_error' });
});

test.each([
  ['hides when they were online', 2, 'hidden'],
  ['shows it only about so', 1, 'recently'],
])('the status of someone who %s is not shown', async (_what, onlineType, Degree) => {
  const { people } = await testService();
  const [ann, bob] = await people('Ann', 'Bob');
  await ann.call('people.subscribe', { user: String(bob.id) });
  await bob.call('account.updateProfile', { onlineType, onlineStatus: 'moved_away' });
  const line = await ann.listen();
  await bob.listen();
  await line.take();
  await bob.call('account.updateProfile', { onlineStatus: 'dont_disturb' });
  expect(await line.take()).toEqual([]);
  expect((await ann.call('people.get', { user: bob.id })).Online).toMatchObject({ Degree, Status: '' });
  expect((await bob.call('people.me', {})).Online.Status).toBe('dont_disturb');
});
