// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Chats } from '../../../../renderer/chats/dialogs/own-chats.svelte';
import type { OpenDialog } from '../../../../renderer/chats/dialogs/recent-dialogs';
import { mayThread } from '../../../../renderer/chats/message-rights';
import { routeAt } from '../../../../shared/route-parsing';
import { addressOf, routeOfMessage, type Route } from '../../../../shared/routes';
import { DialogModel, MessageModel, ThreadReplies } from '../../../../shared/contract/records';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { ME, openPage, settled } from '../page';

const DIALOG = 10;
const ROOT = 100;

beforeEach(openPage);

const group = recordOf(DialogModel, { ID: DIALOG, Type: 'group', Member: true, LastMessage: root(2) });

function messageOf(ID: number, fields: Partial<MessageModel> = {}): MessageModel {
  const empty = recordOf(MessageModel, { ID, Type: 'message', Text: `Text ${ID}`, Read: true });
  const Author = recordOf(MessageModel.shape.Author, { ID: ME + 1 });
  return { ...empty, Author, Dialog: { ...empty.Dialog, ID: DIALOG, Type: 'group' }, ...fields };
}

const reply = (ID: number, fields: Partial<MessageModel> = {}) => messageOf(ID, { Thread: ROOT, ...fields });

/** The first message of the thread, with replies 101 and so on. */
function root(count: number, unread = 0): MessageModel {
  const counts = { Count: count, Last: ROOT + count, Unread: unread, Following: true };
  return messageOf(ROOT, { Replies: recordOf(ThreadReplies, counts) });
}

/** Opens the dialog and its thread of some replies, of which the last `unread` ones are unread. */
async function openThread(
  count: number,
  unread = 0,
): Promise<{ chats: Chats; main: OpenDialog; thread: OpenDialog }> {
  const read = ROOT + count - unread;
  const replies = Array.from({ length: count }, (_, index) => ROOT + 1 + index).map((ID) =>
    reply(ID, { Read: ID <= read }),
  );
  fakeHost.answer('dialogs.list', () => [group]);
  fakeHost.answer('dialogs.message', () => root(count, unread));
  fakeHost.answer('dialogs.messages', ({ thread, last_id, around_unread, limit = 50 }) => {
    if (!thread) return [root(count, unread)];
    const before = last_id ? Number(last_id) : around_unread ? read + Number(limit) / 2 : Infinity;
    return replies
      .filter(({ ID }) => ID < before)
      .slice(-Number(limit))
      .reverse();
  });
  const chats = new Chats(ME);
  onTestFinished(() => chats.close());
  await settled();
  const main = chats.open(DIALOG);
  await main.conversation.open();
  const thread = chats.openThread(DIALOG, ROOT);
  await thread.conversation.open();
  return { chats, main, thread };
}

const idsOf = ({ conversation }: OpenDialog) => conversation.rows.map(({ message }) => message?.ID);

test('a thread shows its first message above the replies, and the dialog only the first message', async () => {
  const { main, thread } = await openThread(2);
  expect(idsOf(main)).toEqual([ROOT]);
  expect(idsOf(thread)).toEqual([ROOT, 101, 102]);
  expect(thread.conversation.rows.map((row) => row.replies)).toEqual([0, 2, 0]);
  expect(fakeHost.inputsOf('dialogs.message')).toEqual([]);
});

test('a long thread has its first message where it begins', async () => {
  const { thread } = await openThread(60);
  expect(idsOf(thread)[0]).toBe(111);
  await thread.conversation.run.growOlder();
  expect(idsOf(thread).slice(0, 2)).toEqual([ROOT, 101]);
  expect(idsOf(thread)).toHaveLength(61);
});

test('a new reply is added to its thread only', async () => {
  const { main, thread } = await openThread(2);
  fakeHost.send({ Type: 'thread_message', Message: reply(103) });
  fakeHost.send({ Type: 'thread_message', Message: reply(104, { Thread: 90 }) });
  fakeHost.send({ Type: 'thread', Message: root(3, 1) });
  fakeHost.send({ Type: 'message', Message: messageOf(105) });
  await settled();
  expect(idsOf(thread)).toEqual([ROOT, 101, 102, 103]);
  expect(idsOf(main)).toEqual([ROOT, 105]);
  expect(main.conversation.find(ROOT)?.Replies).toMatchObject({ Count: 3, Unread: 1 });
  expect(thread.conversation.run.root?.Replies).toMatchObject({ Count: 3 });
});

test('a reply does not change the list of chats, nor does its deletion', async () => {
  const { chats, thread } = await openThread(2);
  const asked = fakeHost.inputsOf('dialogs.get').length;
  fakeHost.send({ Type: 'thread_message', Message: reply(103) });
  fakeHost.send({ Type: 'message_delete', Dialog: DIALOG, Message: 101, Thread: ROOT });
  await settled();
  expect(chats.dialogs.find(DIALOG)).toMatchObject({ Unread: 0, LastMessage: { ID: ROOT } });
  expect(fakeHost.inputsOf('dialogs.get')).toHaveLength(asked);
  expect(idsOf(thread)).toEqual([ROOT, 102, 103]);
});

test('a thread whose first message is gone has nothing to show', async () => {
  const { thread } = await openThread(1);
  fakeHost.answer('dialogs.get', () => group);
  fakeHost.send({ Type: 'message_delete', Dialog: DIALOG, Message: ROOT });
  await settled();
  expect(thread.conversation.run.root).toBeUndefined();
});

test('the composer of a thread sends there, with a draft of its own', async () => {
  const { chats, main, thread } = await openThread(1);
  fakeHost.answer('dialogs.send', ({ nonce, text }) =>
    reply(110, {
      Text: String(text),
      Nonce: String(nonce),
      Author: recordOf(MessageModel.shape.Author, { ID: ME }),
    }),
  );
  main.composer.text = 'In the chat';
  thread.composer.text = 'In the thread';
  expect(chats.drafts.of(DIALOG)?.text).toBe('In the chat');
  expect(chats.drafts.of(ROOT)?.text).toBe('In the thread');
  thread.composer.submit();
  expect(thread.conversation.rows.at(-1)?.outgoing?.text).toBe('In the thread');
  expect(main.conversation.rows).toHaveLength(1);
  await settled();
  expect(fakeHost.inputsOf('dialogs.send')).toMatchObject([
    { dialog_id: DIALOG, thread: ROOT, text: 'In the thread' },
  ]);
  expect(idsOf(thread)).toEqual([ROOT, 101, 110]);
  expect(idsOf(main)).toEqual([ROOT]);
  expect(main.composer.text).toBe('In the chat');
  expect(fakeHost.inputsOf('dialogs.saveDraft').map(({ dialog_id }) => dialog_id)).not.toContain(ROOT);
});

test('what is seen of unread replies is told once, up to the last one', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  onTestFinished(() => hasFocus.mockRestore());
  fakeHost.answer('dialogs.readThread', () => ({ ok: true }));
  const opening = openThread(3, 2);
  await vi.runAllTimersAsync();
  const { thread } = await opening;
  expect(thread.conversation.goal).toEqual({ kind: 'unread' });
  for (const id of [ROOT, 102, 103]) thread.conversation.saw(id);
  await vi.runAllTimersAsync();
  expect(fakeHost.inputsOf('dialogs.readThread')).toEqual([{ message_id: ROOT, reply: 103 }]);
  expect(fakeHost.inputsOf('dialogs.read')).toEqual([]);
});

test.each<[string, Partial<DialogModel>, Partial<MessageModel>, boolean]>([
  ['a message of a group', {}, {}, true],
  ['a reply in a thread', {}, { Thread: 3 }, false],
  ['a notice', {}, { Type: 'join' }, false],
  ['a message of a channel', { Type: 'channel', Role: 'owner' }, {}, false],
  ['a message of a private chat', { Type: 'private' }, {}, false],
  ['a message of a group that is only previewed', { Member: false }, {}, false],
])('whether a thread may begin: %s', (_, dialog, message, expected) => {
  expect(mayThread({ ...group, ...dialog }, messageOf(1, message))).toBe(expected);
});

test.each<[Route, string]>([
  [{ view: 'chats', dialogId: 12, threadId: 30 }, '#/chats/12?thread=30'],
  [{ view: 'chats', dialogId: 12, messageId: 34, threadId: 30 }, '#/chats/12/34?thread=30'],
])('the address of %j', (route, address) => {
  expect(addressOf(route)).toBe(address);
  expect(routeAt(address)).toEqual(route);
});

test('the address of a message names its thread if it is a reply there', () => {
  const message = { ID: 7, Dialog: { ID: 3 } };
  expect(addressOf(routeOfMessage(message))).toBe('#/chats/3/7');
  expect(addressOf(routeOfMessage({ ...message, Thread: 5 }))).toBe('#/chats/3/7?thread=5');
});
