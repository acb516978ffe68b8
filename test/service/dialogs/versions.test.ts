import { expect, test } from 'vitest';
import { LIMITS } from '../../../shared/limits';
import { testService } from '../../support/service';

async function editedMessage() {
  const t = await testService();
  const [ann, bob, carl] = await t.people('Ann', 'Bob', 'Carl');
  const { ID: dialog_id } = await ann.call('dialogs.create', {
    name: 'Garden',
    type: 'group',
    private: true,
  });
  await ann.call('dialogs.join', { dialog_id, user_id: bob.id });
  const first = t.clock.seconds;
  const { ID: message_id } = await ann.call('dialogs.send', { dialog_id, text: 'One' });
  for (const text of ['Two', 'Three']) {
    t.clock.advance(60);
    await ann.call('dialogs.editMessage', { message_id, text });
  }
  return { t, ann, bob, carl, dialog_id, message_id, first };
}

test('members can read the text of a message before each edit', async () => {
  const { ann, bob, carl, dialog_id, message_id, first } = await editedMessage();
  const earlier = [
    { Text: 'Two', Timestamp: first + 60 },
    { Text: 'One', Timestamp: first },
  ];
  expect(await bob.call('dialogs.versions', { message_id })).toEqual(earlier);
  // An edit that leaves the text alone is none.
  await ann.call('dialogs.editMessage', { message_id, text: 'Three' });
  expect(await ann.call('dialogs.versions', { message_id })).toEqual(earlier);
  expect((await carl.refused('dialogs.versions', { message_id })).code).toBe('not_found');
  await bob.call('dialogs.leave', { dialog_id, user_id: '@me' });
  expect((await bob.refused('dialogs.versions', { message_id })).code).toBe('not_found');
});

test('earlier texts are deleted with the message, and limited in number', async () => {
  const { ann, bob, message_id } = await editedMessage();
  for (let count = 0; count < LIMITS.messageVersions; count++) {
    await ann.call('dialogs.editMessage', { message_id, text: `Text ${count}` });
  }
  const kept = await bob.call('dialogs.versions', { message_id });
  expect(kept).toHaveLength(LIMITS.messageVersions);
  expect(kept.at(-1)).toMatchObject({ Text: 'Three' });
  await ann.call('dialogs.deleteMessage', { message_id });
  expect((await bob.refused('dialogs.versions', { message_id })).code).toBe('not_found');
});
