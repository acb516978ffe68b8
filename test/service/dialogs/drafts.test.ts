import { expect, test } from 'vitest';
import { testService } from '../../support/service';

async function dialogOfTwo() {
  const t = await testService();
  const [ann, bob] = await t.people('Ann', 'Bob');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
  await ann.call('dialogs.join', { dialog_id, user_id: bob.id });
  return { t, ann, bob, dialog_id };
}

test('a draft reaches the other devices of its author and nobody else', async () => {
  const { ann, bob, dialog_id } = await dialogOfTwo();
  const { ID: replyTo } = await bob.call('dialogs.send', { dialog_id, text: 'Who brings cake?' });
  const [other, foreign] = [await ann.listen(), await bob.listen()];
  const saved = await ann.call('dialogs.saveDraft', { dialog_id, text: 'I could', replyTo });
  expect(saved).toMatchObject({ Dialog: dialog_id, Text: 'I could', ReplyTo: { ID: replyTo } });
  const drafts = (await other.take()).filter(({ Type }) => Type === 'draft');
  expect(drafts).toMatchObject([{ Dialog: dialog_id, Draft: { Text: 'I could' } }]);
  expect((await foreign.take()).map(({ Type }) => Type)).not.toContain('draft');
  expect(await bob.call('dialogs.drafts', {})).toEqual([]);
  expect(await ann.call('dialogs.drafts', {})).toMatchObject([{ Text: 'I could' }]);
  await bob.call('dialogs.deleteMessage', { message_id: replyTo });
  expect(await ann.call('dialogs.drafts', {})).toMatchObject([{ Text: 'I could', ReplyTo: null }]);
});

test('the later draft of two devices wins, whichever arrives first', async () => {
  const { t, ann, dialog_id } = await dialogOfTwo();
  t.clock.advance(3600);
  await ann.call('dialogs.saveDraft', { dialog_id, text: 'Written a minute ago', age: 60 });
  const line = await ann.listen();
  // Another device was offline since it wrote.
  const late = await ann.call('dialogs.saveDraft', { dialog_id, text: 'Written earlier', age: 600 });
  expect(late.Text).toBe('Written a minute ago');
  await ann.call('dialogs.saveDraft', { dialog_id, text: 'Written a minute ago' });
  expect((await line.take()).filter(({ Type }) => Type === 'draft')).toEqual([]);
  // It was sent: what is older than that stays gone.
  await ann.call('dialogs.saveDraft', { dialog_id, text: '' });
  const resurrected = await ann.call('dialogs.saveDraft', { dialog_id, text: 'Older', age: 30 });
  expect(resurrected).toMatchObject({ Text: '', ReplyTo: null });
});

test('drafts are deleted when a member leaves', async () => {
  const { ann, bob, dialog_id } = await dialogOfTwo();
  await bob.call('dialogs.saveDraft', { dialog_id, text: 'Unsent' });
  await bob.call('dialogs.leave', { dialog_id, user_id: '@me' });
  expect(await bob.call('dialogs.drafts', {})).toEqual([]);
  expect((await bob.refused('dialogs.saveDraft', { dialog_id, text: 'Unsent' })).code).toBe('access_denied');
  await ann.call('dialogs.saveDraft', { dialog_id, text: 'Unsent' });
  await ann.call('dialogs.remove', { dialog_id });
  expect(await ann.call('dialogs.drafts', {})).toEqual([]);
});
