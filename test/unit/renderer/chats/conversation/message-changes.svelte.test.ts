// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Conversation } from '../../../../../renderer/chats/conversation/conversation.svelte';
import { Chats } from '../../../../../renderer/chats/dialogs/own-chats.svelte';
import { router } from '../../../../../renderer/router.svelte';
import { DialogModel, MessageModel } from '../../../../../shared/contract/records';
import { AppError } from '../../../../../shared/errors';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { heldAnswer, ME, openPage, settled } from '../../page';

const DIALOG = 10;
const ID = 7;
const author = recordOf(MessageModel.shape.Author, { ID: ME });
const message = recordOf(MessageModel, { ID, Author: author, Type: 'message', Text: 'First', Read: true });
const refused = new AppError('rate_limit_exceeded');

beforeEach(async () => {
  await openPage();
  router.go({ view: 'notifications' });
});

/** A dialog whose only message is the person's own. */
async function openDialog() {
  const dialog = recordOf(DialogModel, { ID: DIALOG, Type: 'group', Member: true, LastMessage: message });
  fakeHost.answer('dialogs.list', () => [dialog]);
  fakeHost.answer('dialogs.messages', () => [message]);
  const chats = new Chats(ME);
  onTestFinished(() => chats.close());
  await settled();
  const { conversation } = chats.open(DIALOG);
  await conversation.open();
  return conversation;
}

/** Begins an edit that the host has not answered yet. */
async function begin({ changes }: Conversation, text: string) {
  const answer = heldAnswer<MessageModel>();
  fakeHost.answer('dialogs.editMessage', answer.handler);
  const done = changes.edit(ID, text).catch(() => undefined);
  await answer.asked;
  return { answer, done };
}

test('of two edits that are refused the text remains that the host has', async () => {
  const conversation = await openDialog();
  const [second, third] = [await begin(conversation, 'Second'), await begin(conversation, 'Third')];
  expect(conversation.find(ID)?.Text).toBe('Third');
  for (const { answer, done } of [second, third]) {
    answer.refuse(refused);
    await done;
  }
  expect(conversation.find(ID)).toMatchObject({ Text: 'First', EditTimestamp: 0 });
});

test('an edit that is refused after an accepted one goes back to that one', async () => {
  const conversation = await openDialog();
  const [second, third] = [await begin(conversation, 'Second'), await begin(conversation, 'Third')];
  second.answer.give({ ...message, Text: 'Second', EditTimestamp: 5 });
  await second.done;
  third.answer.refuse(refused);
  await third.done;
  expect(conversation.find(ID)).toMatchObject({ Text: 'Second', EditTimestamp: 5 });
});

test('a reaction that is refused when it is added and when it is removed is not shown', async () => {
  const conversation = await openDialog();
  const [added, removed] = [heldAnswer<{ ok: true }>(), heldAnswer<{ ok: true }>()];
  fakeHost.answer('dialogs.react', added.handler);
  fakeHost.answer('dialogs.unreact', removed.handler);
  const both = ['👍', '👍'].map((emoji) => conversation.changes.react(ID, emoji).catch(() => undefined));
  await Promise.all([added.asked, removed.asked]);
  added.refuse(refused);
  removed.refuse(refused);
  await Promise.all(both);
  expect(conversation.find(ID)?.Reactions).toEqual([]);
});
