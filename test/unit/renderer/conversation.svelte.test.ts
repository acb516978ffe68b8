// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { Chats, type OpenDialog } from '../../../renderer/chats/dialogs/own-chats.svelte';
import { DialogModel, MessageModel } from '../../../shared/contract/records';
import { fakeHost } from '../../support/hosts/fake-host';
import { recordOf } from '../record-of';
import { ME, openPage, settled } from './page';

const DIALOG = 10;

beforeEach(openPage);

function messagesTo(count: number, readUpTo: number): MessageModel[] {
  const author = recordOf(MessageModel.shape.Author, { ID: ME + 1 });
  const empty = recordOf(MessageModel, { Author: author, Type: 'message' });
  const Dialog = { ...empty.Dialog, ID: DIALOG };
  return Array.from({ length: count }, (_, index) => {
    const ID = index + 1;
    return { ...empty, ID, Dialog, Read: ID <= readUpTo, Text: `Text ${ID}` };
  });
}

/** Opens a dialog with messages 1 to `count`, of which those after `readUpTo` are unread. */
async function openDialog(count: number, readUpTo: number): Promise<OpenDialog> {
  const all = messagesTo(count, readUpTo);
  const Unread = count - readUpTo;
  const dialog = recordOf(DialogModel, {
    ID: DIALOG,
    Type: 'group',
    Member: true,
    Unread,
    LastMessage: all.at(-1) ?? null,
  });
  fakeHost.answer('dialogs.list', () => [dialog]);
  fakeHost.answer('dialogs.messages', ({ last_id, after_id, around_unread, limit = 50 }) => {
    const size = Number(limit);
    let from = Math.max(0, (last_id ? Number(last_id) - 1 : count) - size);
    if (after_id) from = Number(after_id);
    if (around_unread) from = Math.max(0, readUpTo - size / 2);
    const to = last_id ? Number(last_id) - 1 : from + size;
    return all.slice(from, to).reverse();
  });
  const chats = new Chats(ME);
  onTestFinished(() => chats.close());
  await settled();
  const open = chats.open(DIALOG);
  await open.conversation.open();
  return open;
}

const textsOf = ({ conversation }: OpenDialog) => conversation.rows.map(({ message }) => message?.Text);

test.each([
  [5_000, 500],
  [1_100, 60],
  [49, 0],
  [4_500, 0],
])('with %i messages of which %i are read it opens at the first unread one', async (count, readUpTo) => {
  const { conversation } = await openDialog(count, readUpTo);
  expect(conversation.goal).toEqual({ kind: 'unread' });
  const line = conversation.rows.findIndex((row) => row.hasUnreadLine);
  expect(conversation.rows[line]?.message?.ID).toBe(readUpTo + 1);
  expect(conversation.rows[line - 1]?.message?.ID).toBe(readUpTo || undefined);
});

test('the rest of many unread messages is loaded by scrolling to the end', async () => {
  const open = await openDialog(300, 100);
  const { run } = open.conversation;
  while (run.hasNewer) await run.growNewer();
  expect(textsOf(open).at(-1)).toBe('Text 300');
  expect(new Set(textsOf(open)).size).toBe(run.messages.length);
});

test('the line stays above the first unread message when the conversation is shown again', async () => {
  const { conversation } = await openDialog(300, 100);
  conversation.reached();
  conversation.enter(null);
  expect(conversation.goal).toEqual({ kind: 'unread' });
  expect(conversation.rows.find((row) => row.hasUnreadLine)?.message?.ID).toBe(101);
});
