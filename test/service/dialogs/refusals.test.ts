import { expect, test } from 'vitest';
import { testService } from '../../support/service';

test('a member learns who may do what they may not', async () => {
  const { people } = await testService();
  const [ann, bob, cyd] = await people('Ann', 'Bob', 'Cyd');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', private: true });
  for (const user_id of [bob.id, cyd.id]) await ann.call('dialogs.join', { dialog_id, user_id });
  await ann.call('dialogs.setRole', { dialog_id, user_id: cyd.id, role: 'admin' });
  const { ID: message_id } = await ann.call('dialogs.send', { dialog_id, text: 'Hi' });
  const { ID: private_id } = await bob.call('dialogs.createPrivate', { user_id: ann.id });
  const refusals = [
    await bob.refused('dialogs.join', { dialog_id, user_id: ann.id }),
    await bob.refused('dialogs.leave', { dialog_id, user_id: cyd.id }),
    await cyd.refused('dialogs.leave', { dialog_id, user_id: ann.id }),
    await bob.refused('dialogs.update', { dialog_id, name: 'Mine' }),
    await bob.refused('dialogs.update', { dialog_id: private_id, name: 'Mine' }),
    await cyd.refused('dialogs.remove', { dialog_id }),
    await cyd.refused('dialogs.editMessage', { message_id, text: 'Ho' }),
    await bob.refused('dialogs.deleteMessage', { message_id }),
  ];
  expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => 'access_denied'));
  expect(refusals.map(({ message }) => message)).toEqual([
    'Only admins can add people here.',
    'Only admins of this chat can do this.',
    'The owner of this chat can’t be removed or silenced.',
    'Only admins of this chat can do this.',
    'This is possible in groups and channels only.',
    'Only the owner of this chat can do this.',
    'Only the author of a message can change it.',
    'Only the author of a message and admins can delete it.',
  ]);
});
