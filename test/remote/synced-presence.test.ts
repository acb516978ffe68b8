import { expect, test } from 'vitest';
import { testService } from '../support/service';
import { untilPasses } from '../support/waiting';
import { filled, newFolder, programOf } from './program';

const DAY = 86_400;

test('a program that was closed meanwhile knows when people were here last, as far as they show it', async () => {
  const t = await testService();
  const [ann, ben, cleo, dan] = await t.people('Ann', 'Ben', 'Cleo', 'Dan');
  const { ID: dialog_id } = await ben.call('dialogs.createPrivate', { user_id: String(dan.id) });
  await dan.call('dialogs.send', { dialog_id, text: 'Hello' });
  for (const { id } of [ann, cleo]) await ben.call('people.subscribe', { user: String(id) });
  await cleo.call('account.updateProfile', { onlineType: 2 });
  const folder = newFolder();
  const first = programOf(t, ben, { folder });
  await filled(first);
  await first.close();

  t.clock.advance(2 * DAY);
  const connections = await Promise.all([ann, cleo, dan].map((person) => person.listen()));
  t.clock.advance(600);
  for (const connection of connections) connection.close();
  t.clock.advance(60);
  const second = programOf(t, ben, { folder });
  await filled(second);
  for (const { id } of [ann, cleo]) {
    const { Online } = await ben.call('people.get', { user: id });
    expect((await second.call('people.get', { user: id })).Online).toEqual(Online);
    expect(Online.LastBeen).toBe(id === ann.id ? t.clock.seconds - 60 : 0);
  }
  const { Online } = await ben.call('people.get', { user: dan.id });
  const [message] = await second.call('dialogs.messages', { dialog_id });
  expect(message?.Author.Online).toEqual(Online);
  expect(second.host.calls).not.toContain('people.get');
  expect(second.host.calls).not.toContain('dialogs.messages');
});

test('a program shows the status that people have chosen', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  await ben.call('people.subscribe', { user: String(ann.id) });
  await ann.call('account.updateProfile', { onlineStatus: 'dont_disturb' });
  await ann.listen();
  const program = programOf(t, ben);
  await filled(program);
  const statusOfAnn = async () => (await program.call('people.get', { user: ann.id })).Online.Status;
  expect(await statusOfAnn()).toBe('dont_disturb');
  await ann.call('account.updateProfile', { onlineStatus: 'online' });
  await untilPasses(async () => expect(await statusOfAnn()).toBe('online'));
  expect(program.host.calls).not.toContain('people.get');
});
