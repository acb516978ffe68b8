import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testService } from '../../support/service';

test('coming and going is sent to those who know the person only', async () => {
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
