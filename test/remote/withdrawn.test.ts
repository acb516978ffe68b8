import { expect, test } from 'vitest';
import { testService } from '../support/service';
import { filled, openPage, programOf, settled } from './program';

/** Ann and Ben have a group with a message of Ben's; the host is away from Ann's program. */
async function awayFromGroup() {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
  await ann.call('dialogs.join', { dialog_id, user_id: ben.id });
  await ben.call('dialogs.send', { dialog_id, text: 'Who waters it?' });
  const program = programOf(t, ann);
  await filled(program);
  program.host.cut();
  program.host.calls.length = 0;
  const send = async (text: string, more: { replyTo?: number } = {}) =>
    (await program.call('dialogs.send', { dialog_id, text, ...more })).ID;
  const textsAt = async (call: typeof ann.call) =>
    (await call('dialogs.messages', { dialog_id }))
      .filter(({ Type }) => Type === 'message')
      .map(({ Text }) => Text);
  return { t, ann, ben, dialog_id, program, send, textsAt };
}

const writes = (calls: readonly string[]) =>
  calls.filter((name) =>
    /^(dialogs\.(send|edit|delete|react|pin)|posts\.(create|edit|remove|comment))/.test(name),
  );

test('a message that is deleted before it was sent never reaches the host', async () => {
  const { ann, ben, program, send, textsAt } = await awayFromGroup();
  const { frames } = await openPage(program, ann);
  const message_id = await send('In anger');
  await program.call('dialogs.editMessage', { message_id, text: 'In great anger' });
  await program.call('dialogs.react', { message_id, emoji: '👍' });
  await send('Calm again');
  await program.call('dialogs.deleteMessage', { message_id });
  expect(frames.at(-1)?.Type).toMatch(/^(message_delete|reset)$/);
  expect(program.synced.outboxItems.map(({ input }) => input['text'])).toEqual(['Calm again']);
  expect(await textsAt(program.call)).toEqual(['Calm again', 'Who waters it?']);
  await settled(program);
  expect(writes(program.host.calls)).toEqual(['dialogs.send']);
  expect(await textsAt(ben.call)).toEqual(['Calm again', 'Who waters it?']);
});

test('a message that is edited before it was sent is sent once, as it is now, and is not marked as edited', async () => {
  const { ann, ben, dialog_id, program, send, textsAt } = await awayFromGroup();
  const { frames } = await openPage(program, ann);
  const message_id = await send('See yuo at ten');
  const reply = await send('Bring the key', { replyTo: message_id });
  await program.call('dialogs.editMessage', { message_id, text: 'See you at ten' });
  await program.call('dialogs.editMessage', { message_id, text: 'See you at eleven' });
  expect(frames.at(-1)?.Type).toBe('reset');
  expect(await textsAt(program.call)).toEqual(['Bring the key', 'See you at eleven', 'Who waters it?']);
  const shown = await program.call('dialogs.message', { message_id });
  expect(shown.EditTimestamp ?? 0).toBe(0);
  expect((await program.call('dialogs.message', { message_id: reply })).ReplyTo).toMatchObject({
    Text: 'See you at eleven',
  });
  await settled(program);
  expect(writes(program.host.calls)).toEqual(['dialogs.send', 'dialogs.send']);
  const [last, first] = await ben.call('dialogs.messages', { dialog_id });
  expect(first).toMatchObject({ Text: 'See you at eleven' });
  expect(first?.EditTimestamp ?? 0).toBe(0);
  expect(last?.ReplyTo?.ID).toBe(first?.ID);
});

test('a deleted message that waits is sent and deleted if another one answers it', async () => {
  const { ben, program, send, textsAt } = await awayFromGroup();
  const message_id = await send('A question');
  await send('An answer', { replyTo: message_id });
  await program.call('dialogs.deleteMessage', { message_id });
  await settled(program);
  expect(program.synced.outboxItems).toEqual([]);
  expect(await textsAt(ben.call)).toEqual(['An answer', 'Who waters it?']);
});

test('a message of which only the answer was lost is deleted at the host', async () => {
  const { ben, program, send, textsAt } = await awayFromGroup();
  await settled(program);
  program.host.isLost = () => {
    const isSent = program.host.calls.includes('dialogs.send');
    if (isSent) program.host.cut();
    return isSent;
  };
  const message_id = await send('In anger');
  expect(await textsAt(ben.call)).toEqual(['In anger', 'Who waters it?']);
  program.host.isLost = () => false;
  await program.call('dialogs.deleteMessage', { message_id });
  await settled(program);
  expect(await textsAt(ben.call)).toEqual(['Who waters it?']);
});

test('a post and a comment that are deleted before they were sent never reach the host', async () => {
  const { ben, program } = await awayFromGroup();
  const { ID: post_id } = await program.call('posts.create', { user: '@me', content: 'First' });
  const { ID: comment_id } = await program.call('posts.comment', { post_id, content: 'Second' });
  await program.call('posts.likeComment', { comment_id, value: true });
  await program.call('posts.edit', { post_id, content: 'Third', nsfw: true });
  await program.call('posts.edit', { post_id, content: 'Fourth' });
  expect(await program.call('posts.get', { post_id })).toMatchObject({ Content: 'Fourth', Nsfw: true });
  await program.call('posts.removeComment', { comment_id });
  expect(program.synced.outboxItems.map(({ name }) => name)).toEqual([
    'posts.create',
    'posts.edit',
    'posts.edit',
  ]);
  await program.call('posts.remove', { post_id });
  expect(program.synced.outboxItems).toEqual([]);
  await settled(program);
  expect(writes(program.host.calls)).toEqual([]);
  expect(await ben.call('posts.list', { user: ben.id })).toEqual([]);
});
