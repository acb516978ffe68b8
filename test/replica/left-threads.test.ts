import { expect, test } from 'vitest';
import { testService } from '../support/service';

test('who left a private group is synced nothing more of the threads that they read there', async () => {
  const { people } = await testService();
  const [ann, bob, carl] = await people('Ann', 'Bob', 'Carl');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group', private: true });
  for (const one of [bob, carl]) await ann.call('dialogs.join', { dialog_id, user_id: one.id });
  const { ID: thread } = await ann.call('dialogs.send', { dialog_id, text: 'Who waters the garden?' });
  for (const one of [bob, carl]) await one.call('dialogs.send', { dialog_id, thread, text: 'I do' });
  const { Log: log, Seq: since } = await bob.call('sync.begin', {});
  await bob.call('dialogs.readThread', { message_id: thread });
  await bob.call('dialogs.leave', { dialog_id, user_id: '@me' });
  await ann.call('dialogs.editMessage', { message_id: thread, text: 'A secret' });
  expect(JSON.stringify(await bob.call('sync.changes', { log, since }))).not.toContain('A secret');
});
