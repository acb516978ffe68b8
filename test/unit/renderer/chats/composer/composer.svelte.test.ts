// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { Unreachable } from '../../../../../renderer/api';
import type { Composer } from '../../../../../renderer/chats/composer/composer.svelte';
import { contentOf } from '../../../../../renderer/chats/composer/outbox.svelte';
import { Chats } from '../../../../../renderer/chats/dialogs/own-chats.svelte';
import type { OpenDialog } from '../../../../../renderer/chats/dialogs/recent-dialogs';
import { ConversationActions } from '../../../../../renderer/chats/conversation/conversation-actions.svelte';
import { Screen } from '../../../../../renderer/chats/screen.svelte';
import { DialogModel, MessageModel, Sticker } from '../../../../../shared/contract/records';
import { AppError } from '../../../../../shared/errors';
import { LIMITS } from '../../../../../shared/limits';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { ME, openPage, settled, toastTexts, undo } from '../../page';

const DIALOG = 10;

beforeEach(openPage);

function messageOf(fields: Partial<MessageModel>): MessageModel {
  const author = recordOf(MessageModel.shape.Author, { ID: ME });
  const empty = recordOf(MessageModel, { Author: author, Type: 'message' });
  return { ...empty, Dialog: { ...empty.Dialog, ID: DIALOG }, ...fields };
}

/** A page with a dialog of these messages, oldest first, as it is after each load. */
async function openDialog(messages: MessageModel[] = []): Promise<OpenDialog & { chats: Chats }> {
  const dialog = recordOf(DialogModel, { ID: DIALOG, Type: 'group', Member: true });
  fakeHost.answer('dialogs.list', () => [dialog]);
  fakeHost.answer('dialogs.get', () => dialog);
  fakeHost.answer('photos.some', () => []);
  fakeHost.answer('dialogs.messages', () => messages.toReversed());
  const chats = new Chats(ME);
  onTestFinished(() => chats.close());
  await settled();
  const open = chats.open(DIALOG);
  await open.conversation.open();
  return { ...open, chats };
}

test('a draft is restored after a cancelled edit, and after a reload', async () => {
  const said = messageOf({ ID: 1, Text: 'Said' });
  const { composer, chats } = await openDialog([said]);
  composer.text = 'Not yet';
  composer.edit(said);
  expect(composer.text).toBe('Said');
  composer.stopEditing();
  expect(composer.text).toBe('Not yet');
  expect(chats.drafts.of(DIALOG)?.text).toBe('Not yet');
  expect((await openDialog()).composer.text).toBe('Not yet');
});

test('an unfinished edit is there when the chat is opened again', async () => {
  const said = messageOf({ ID: 1, Text: 'Said' });
  const { chats, ...open } = await openDialog([said]);
  open.composer.edit(said);
  open.composer.text = 'Said better';
  new ConversationActions(new Screen(chats), open).leave();
  for (let id = 0; id < 30; id++) chats.open(1000 + id);
  const { composer } = chats.open(DIALOG);
  expect([composer.text, composer.editing?.ID]).toEqual(['Said better', 1]);
});

test('an unfinished edit is there after a reload, until it is saved or cancelled', async () => {
  const said = messageOf({ ID: 1, Text: 'Said' });
  fakeHost.answer('dialogs.message', () => said);
  fakeHost.answer('dialogs.editMessage', ({ text }) => ({ ...said, Text: String(text) }));
  const reloaded = async () => {
    const { composer } = await openDialog([said]);
    await settled();
    return composer;
  };
  const { composer } = await openDialog([said]);
  composer.edit(said);
  composer.text = 'Said better';
  const again = await reloaded();
  expect([again.text, again.editing?.ID]).toEqual(['Said better', 1]);
  again.stopEditing();
  expect((await reloaded()).editing).toBeNull();
  undo();
  const last = await reloaded();
  expect([last.text, last.editing?.ID]).toEqual(['Said better', 1]);
  last.submit();
  await settled();
  expect((await reloaded()).editing).toBeNull();
});

test('an edit of a message that was deleted is not resumed after a reload', async () => {
  const said = messageOf({ ID: 1, Text: 'Said' });
  const { composer } = await openDialog([said]);
  composer.text = 'Not yet';
  composer.edit(said);
  composer.text = 'Said better';
  fakeHost.answer('dialogs.message', () => {
    throw new AppError('not_found');
  });
  const { composer: again } = await openDialog();
  await settled();
  expect([again.text, again.editing]).toEqual(['Not yet', null]);
});

test.each<[string, (composer: Composer) => void]>([
  ['a reply', (composer) => composer.reply(messageOf({ ID: 2, Text: 'Heard' }))],
  ['another edit', (composer) => composer.edit(messageOf({ ID: 2, Text: 'Heard' }))],
  ['attached files', (composer) => composer.attach([])],
  ['a rejected message', (composer) => composer.restore({ text: 'No', replyTo: null, attached: [] })],
  ['nothing, by Escape', (composer) => composer.stopEditing()],
])('a changed edit that is replaced by %s can be brought back', async (_, replace) => {
  const said = messageOf({ ID: 1, Text: 'Said' });
  const { composer } = await openDialog([said]);
  composer.edit(said);
  replace(composer);
  expect([composer.editing?.ID === 1, toastTexts()]).toEqual([false, []]);
  composer.edit(said);
  composer.text = 'Said better';
  replace(composer);
  expect([composer.editing?.ID === 1, toastTexts()]).toEqual([false, ['Edit cancelled']]);
  undo();
  expect([composer.text, composer.editing?.ID]).toEqual(['Said better', 1]);
});

test('a rejected edit stays in the input, with the reason', async () => {
  const said = messageOf({ ID: 1, Text: 'Soon gone' });
  const { composer } = await openDialog([said]);
  fakeHost.answer('dialogs.editMessage', () => {
    throw new AppError('not_found');
  });
  composer.edit(said);
  composer.text = 'Many new words';
  composer.submit();
  await settled();
  expect(toastTexts()).toEqual(['Not found. It may have been deleted, or you don’t have access.']);
  expect([composer.text, composer.editing?.ID]).toEqual(['Many new words', 1]);
});

test('only a message with an attachment can be saved without text', async () => {
  const [bare, withPhoto] = [
    messageOf({ ID: 1, Text: 'Words' }),
    messageOf({ ID: 2, Text: 'Words', Photos: [7] }),
  ];
  const { composer } = await openDialog([bare, withPhoto]);
  fakeHost.answer('dialogs.editMessage', () => ({ ...withPhoto, Text: '', Edited: 9 }));
  composer.edit(bare);
  composer.text = '';
  expect(composer.canSend).toBe(false);
  composer.edit(withPhoto);
  composer.text = '';
  expect(composer.canSend).toBe(true);
  composer.submit();
  await settled();
  expect(fakeHost.inputsOf('dialogs.editMessage')).toMatchObject([{ message_id: 2, text: '' }]);
});

test('text is counted in characters and can be sent up to the limit', async () => {
  const { composer } = await openDialog();
  composer.text = 'ї'.repeat(LIMITS.message - 96);
  expect([composer.left, composer.canSend]).toEqual([96, true]);
  composer.text = '🙂'.repeat(LIMITS.message);
  expect([composer.left, composer.canSend]).toEqual([0, true]);
  composer.text = '🙂'.repeat(LIMITS.message + 1);
  expect([composer.left, composer.canSend]).toEqual([-1, false]);
});

test('a reply is sent without its quote if the quoted message was deleted meanwhile', async () => {
  const question = messageOf({ ID: 1, Text: 'A question' });
  const { composer } = await openDialog([question]);
  composer.reply(question);
  composer.text = 'An answer';
  fakeHost.send({ Type: 'message_delete', Dialog: DIALOG, Message: 1, Seq: 1 });
  await settled();
  expect([composer.replyTo, composer.text]).toEqual([null, 'An answer']);
});

test('a queued reply is sent without its quote once the host rejects the quote', async () => {
  const question = messageOf({ ID: 1, Text: 'A question' });
  const { composer, chats } = await openDialog([question]);
  fakeHost.answer('dialogs.send', (input) => {
    if (input.replyTo !== undefined)
      throw new AppError('validation_error', undefined, { fields: { replyTo: 'gone' } });
    return messageOf({ ID: 2, Text: 'An answer' });
  });
  composer.reply(question);
  composer.text = 'An answer';
  composer.submit();
  await settled();
  expect(fakeHost.inputsOf('dialogs.send').map(({ replyTo }) => replyTo)).toEqual([1, undefined]);
  expect(chats.outbox.of(DIALOG)).toEqual([]);
});

test('a rejected message is stored with the reason, and can be edited after a reload', async () => {
  const { composer } = await openDialog();
  fakeHost.answer('dialogs.send', () => {
    throw new AppError('access_denied');
  });
  composer.text = 'Not wanted';
  composer.submit();
  await settled();
  const { composer: next, chats } = await openDialog();
  const [entry] = chats.outbox.of(DIALOG);
  expect(entry).toMatchObject({ text: 'Not wanted', refused: 'access_denied' });
  // It is not tried again by itself.
  expect(fakeHost.inputsOf('dialogs.send')).toHaveLength(1);
  chats.outbox.discard(entry!.nonce);
  next.restore(contentOf(entry!));
  expect(next.text).toBe('Not wanted');
  expect((await openDialog()).chats.outbox.of(DIALOG)).toEqual([]);
});

test('messages queued offline are sent in order with their idempotency keys after a reload', async () => {
  const { composer, chats } = await openDialog();
  fakeHost.answer('dialogs.send', () => {
    throw new Unreachable();
  });
  for (const text of ['One', 'Two']) {
    composer.text = text;
    composer.submit();
  }
  await settled();
  expect(chats.outbox.waiting).toBe(2);
  chats.close();
  const keys = chats.outbox.of(DIALOG).map(({ nonce }) => nonce);
  fakeHost.calls.length = 0;
  fakeHost.answer('dialogs.send', ({ text = '' }) => messageOf({ ID: text === 'One' ? 1 : 2, Text: text }));
  const { chats: next } = await openDialog();
  await settled();
  const sent = fakeHost.calls.filter(({ name }) => name === 'dialogs.send');
  expect(sent.map(({ input, key }) => [(input as { text: string }).text, key])).toEqual([
    ['One', keys[0]],
    ['Two', keys[1]],
  ]);
  expect(next.outbox.waiting).toBe(0);
});

test('a sticker is sent as a reply of its own, and the text stays unless it was typed for it', async () => {
  const said = messageOf({ ID: 1, Text: 'Said' });
  const { composer } = await openDialog([said]);
  const sticker = recordOf(Sticker, { ID: 7, Emoji: ['🙂'] });
  fakeHost.answer('dialogs.send', () => messageOf({ ID: 2, Sticker: sticker }));
  composer.reply(said);
  composer.text = 'Not yet';
  composer.sendSticker(sticker);
  await settled();
  expect([composer.text, composer.replyTo]).toEqual(['Not yet', null]);
  composer.text = '🙂';
  composer.sendSticker(sticker, true);
  await settled();
  expect(composer.text).toBe('');
  expect(fakeHost.inputsOf('dialogs.send')).toMatchObject([
    { text: '', sticker: 7, replyTo: 1 },
    { text: '', sticker: 7 },
  ]);
});
