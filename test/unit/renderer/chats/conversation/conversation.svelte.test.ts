// @vitest-environment happy-dom
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ConversationActions } from '../../../../../renderer/chats/conversation/conversation-actions.svelte';
import { Chats } from '../../../../../renderer/chats/dialogs/own-chats.svelte';
import type { OpenDialog } from '../../../../../renderer/chats/dialogs/recent-dialogs';
import { Screen } from '../../../../../renderer/chats/screen.svelte';
import { router } from '../../../../../renderer/router.svelte';
import { DialogFolder, DialogModel, MessageModel, UserModel } from '../../../../../shared/contract/records';
import { AppError } from '../../../../../shared/errors';
import type { Event } from '../../../../../shared/events';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { heldAnswer, ME, openPage, settled, toastTexts } from '../../page';

const DIALOG = 10;

beforeEach(async () => {
  await openPage();
  router.go({ view: 'notifications' });
});

function messagesTo(count: number, readUpTo: number): MessageModel[] {
  const author = recordOf(MessageModel.shape.Author, { ID: ME + 1 });
  const empty = recordOf(MessageModel, { Author: author, Type: 'message' });
  const Dialog = { ...empty.Dialog, ID: DIALOG };
  return Array.from({ length: count }, (_, index) => {
    const ID = index + 1;
    return { ...empty, ID, Dialog, Read: ID <= readUpTo, Text: `Text ${ID}` };
  });
}

/** The event that the person is no longer a member of the dialog. */
const leaving: Event = {
  Type: 'member',
  Seq: 2,
  Dialog: DIALOG,
  User: recordOf(MessageModel.shape.Author, { ID: ME }),
  Role: '',
  Members: 1,
};

/** Opens a dialog with messages 1 to `count`, of which those after `readUpTo` are unread. */
async function openDialog(count: number, readUpTo: number): Promise<OpenDialog> {
  const chats = await chatsWith(count, readUpTo);
  const open = chats.open(DIALOG);
  await open.conversation.open();
  return open;
}

/** The chats of a person in that dialog, which was not opened yet. */
async function chatsWith(count: number, readUpTo: number): Promise<Chats> {
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
  fakeHost.answer('dialogs.messages', ({ last_id, after_id, around_id, around_unread, limit = 50 }) => {
    const size = Number(limit);
    let from = Math.max(0, (last_id ? Number(last_id) - 1 : count) - size);
    if (after_id) from = Number(after_id);
    if (around_id) from = Math.max(0, Number(around_id) - size / 2);
    if (around_unread) from = Math.max(0, readUpTo - size / 2);
    const to = last_id ? Number(last_id) - 1 : from + size;
    return all.slice(from, to).reverse();
  });
  const chats = new Chats(ME);
  onTestFinished(() => chats.close());
  await settled();
  return chats;
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

test('a message that is not loaded is waited for, without the rows that were left', async () => {
  const { conversation } = await openDialog(300, 300);
  conversation.enterAt(290);
  expect(conversation.state).toBe('ready');
  conversation.enterAt(20);
  expect(conversation.state).toBe('loading');
  expect(await conversation.jumpTo(20)).toBe(true);
  expect(conversation.state).toBe('ready');
  expect(conversation.goal).toMatchObject({ kind: 'message', id: 20 });
});

test('the messages that were left stay if another one cannot be loaded', async () => {
  const { conversation } = await openDialog(300, 300);
  const left = conversation.rows;
  fakeHost.answer('dialogs.messages', () => {
    throw new AppError('server_error');
  });
  conversation.enterAt(20);
  await expect(conversation.jumpTo(20)).rejects.toMatchObject({ code: 'server_error' });
  expect(conversation.state).toBe('ready');
  expect(conversation.rows).toEqual(left);
  expect(conversation.goal).toEqual({ kind: 'end' });
});

describe('going to a message', () => {
  /** Returns the toasts that are shown after going to message 20, which isn't loaded, in a chat of 300. */
  async function goTo20(answer: () => MessageModel[], find: () => MessageModel): Promise<string[]> {
    const chats = await chatsWith(300, 300);
    const open = chats.open(DIALOG);
    await open.conversation.open();
    fakeHost.answer('dialogs.messages', answer);
    fakeHost.answer('dialogs.message', find);
    await new ConversationActions(new Screen(chats), open).goTo(20);
    return toastTexts();
  }
  const fail = (error: AppError) => () => {
    throw error;
  };
  const found = (fields: Partial<MessageModel>) => () => recordOf(MessageModel, { ID: 20, ...fields });
  const gone = fail(new AppError('not_found'));
  const failed = fail(new AppError('server_error'));
  const problem = 'Something went wrong on the host. Try again.';

  test.each([
    ['it was deleted', () => [], gone, 'This message was deleted'],
    ['its chat is out of sight', gone, gone, 'This message was deleted'],
    ['the messages around it fail to load', failed, gone, problem],
    ['it fails to load itself', () => [], failed, problem],
  ])('says why it is not shown when %s', async (_, answer, find, text) => {
    expect(await goTo20(answer, find)).toEqual([text]);
  });

  test('offers the way back to a reply only once what it answers is shown', async () => {
    const chats = await chatsWith(300, 300);
    const open = chats.open(DIALOG);
    await open.conversation.open();
    fakeHost.answer('dialogs.messages', gone);
    fakeHost.answer('dialogs.message', gone);
    const actions = new ConversationActions(new Screen(chats), open);
    await actions.goToSource(300, 20);
    expect(open.conversation.returns.isEmpty).toBe(true);
    await actions.goToSource(300, 299);
    expect(open.conversation.returns.isEmpty).toBe(false);
  });

  test('opens the thread that it is in', async () => {
    expect(await goTo20(() => [], found({ Thread: 7 }))).toEqual([]);
    expect(router.route).toMatchObject({ dialogId: DIALOG, threadId: 7, messageId: 20 });
  });

  test('says nothing more where the page shows that nothing could be loaded', async () => {
    const chats = await chatsWith(300, 300);
    fakeHost.answer('dialogs.messages', failed);
    const open = chats.open(DIALOG);
    await new ConversationActions(new Screen(chats), open).goTo(20);
    expect([open.conversation.state, toastTexts()]).toEqual(['failed', []]);
  });
});

test('the line is put above the first message that arrives while nobody looks', async () => {
  const { conversation } = await openDialog(3, 3);
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  onTestFinished(() => hasFocus.mockRestore());
  for (const Message of messagesTo(5, 3).slice(3)) fakeHost.send({ Type: 'message', Message });
  expect(conversation.rows.map(({ message }) => message?.ID)).toEqual([1, 2, 3, 4, 5]);
  expect(conversation.rows.filter((row) => row.hasUnreadLine).map(({ message }) => message?.ID)).toEqual([4]);
});

test('what arrives while nobody looks is left unread until the person has seen it', async () => {
  const { conversation } = await openDialog(3, 3);
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  onTestFinished(() => hasFocus.mockRestore());
  expect(conversation.isLeftUnread).toBe(false);
  for (const Message of messagesTo(5, 3).slice(3)) fakeHost.send({ Type: 'message', Message });
  expect(conversation.isLeftUnread).toBe(true);
  conversation.reached();
  conversation.goToUnread();
  expect(conversation.goal).toEqual({ kind: 'unread' });
  fakeHost.send({ Type: 'read', Dialog: DIALOG, User: ME, Message: 5 });
  expect(conversation.isLeftUnread).toBe(false);
});

test('messages and the quotes of them get the new name and picture of their author', async () => {
  const { conversation } = await openDialog(2, 2);
  const [quoted] = messagesTo(1, 1);
  const [, , Message] = messagesTo(3, 3);
  if (!quoted || !Message) throw new Error('there are three');
  fakeHost.send({ Type: 'message', Message: { ...Message, ReplyTo: { ...quoted, ReplyTo: null } } });
  const User = recordOf(UserModel, { ID: ME + 1, Name: 'Taras', Avatar: 7 });
  fakeHost.send({ Type: 'profile', User });
  const messages = conversation.rows.map(({ message }) => message);
  expect(messages.map((one) => [one?.Author.Name, one?.Author.Avatar])).toEqual(
    messages.map(() => ['Taras', 7]),
  );
  expect(messages.at(-1)?.ReplyTo?.Author).toMatchObject({ Name: 'Taras', Avatar: 7 });
});

describe('open dialogs in memory', () => {
  test('a dialog that is no longer in memory ignores events', async () => {
    const chats = await chatsWith(3, 3);
    const { conversation } = chats.open(DIALOG);
    await conversation.open();
    for (let id = 0; id < 32; id++) chats.open(1000 + id);
    for (const Message of messagesTo(4, 3).slice(3)) fakeHost.send({ Type: 'message', Message });
    expect(conversation.lastId).toBe(3);
    expect(chats.dialogs.find(DIALOG)?.LastMessage?.ID).toBe(4);
  });

  test('the dialog on screen stays in memory, however many others are loaded ahead', async () => {
    const chats = await chatsWith(3, 3);
    const { conversation } = chats.open(DIALOG);
    await conversation.open();
    router.go({ view: 'chats', dialogId: DIALOG });
    for (let id = 0; id < 40; id++) chats.open(1000 + id);
    for (const Message of messagesTo(4, 3).slice(3)) fakeHost.send({ Type: 'message', Message });
    expect(conversation.lastId).toBe(4);
  });

  test('a press on a chat loads its messages once, and a jump waits for them', async () => {
    const chats = await chatsWith(300, 300);
    void chats.prepare(DIALOG);
    void chats.prepare(DIALOG);
    const { conversation } = chats.open(DIALOG);
    await Promise.all([conversation.open(), conversation.jumpTo(20)]);
    expect(fakeHost.inputsOf('dialogs.messages').map(({ around_id }) => around_id)).toEqual([undefined, 20]);
    expect(conversation.find(20)).toBeDefined();
    expect(conversation.goal).toMatchObject({ kind: 'message', id: 20 });
  });

  test('the first chats of the list are loaded before anyone opens them, each once', async () => {
    const chats = await chatsWith(300, 300);
    await chats.prepareFirst();
    await chats.prepareFirst();
    expect(fakeHost.inputsOf('dialogs.messages').map(({ dialog_id }) => dialog_id)).toEqual([DIALOG]);
    expect(chats.open(DIALOG).conversation.state).toBe('ready');
  });

  test('are the last thirty-two', async () => {
    const chats = await chatsWith(10, 10);
    const first = chats.open(1);
    for (let id = 2; id <= 32; id++) chats.open(id);
    expect(chats.open(1)).toBe(first);
    const second = chats.open(2);
    for (let id = 33; id <= 63; id++) chats.open(id);
    expect(chats.open(2)).toBe(second);
    expect(chats.open(1)).not.toBe(first);
  });

  test.each([
    ['it is deleted', () => fakeHost.send({ Type: 'dialog_delete', Dialog: DIALOG, Seq: 1 })],
    ['the person loses access', () => fakeHost.send(leaving)],
    ['it is not in the list any more', () => fakeHost.send({ Type: 'reset', Log: 'log', Seq: 3 })],
  ])('a dialog is dropped when %s', async (_, lose) => {
    const chats = await chatsWith(10, 10);
    const open = chats.open(DIALOG);
    await open.conversation.open();
    expect(chats.open(DIALOG)).toBe(open);
    fakeHost.answer('dialogs.list', () => []);
    fakeHost.answer('dialogs.get', () => {
      throw new AppError('not_found');
    });
    lose();
    await settled();
    expect(chats.open(DIALOG)).not.toBe(open);
    expect(chats.open(DIALOG).conversation.rows).toEqual([]);
  });
});

describe('what could not be loaded', () => {
  const fail = () => {
    throw new AppError('server_error');
  };

  test('after missed events is loaded later, and no newer message follows the gap until then', async () => {
    const chats = await chatsWith(10, 10);
    const { conversation } = chats.open(DIALOG);
    await conversation.open();
    fakeHost.answer('dialogs.messages', fail);
    fakeHost.send({ Type: 'reset', Log: 'log', Seq: 3 });
    await settled();
    const all = messagesTo(14, 10);
    for (const Message of all.slice(13)) fakeHost.send({ Type: 'message', Message, Seq: 4 });
    conversation.saw(10);
    await settled();
    expect(conversation.lastId).toBe(10);
    fakeHost.answer('dialogs.messages', () => all.toReversed());
    await chats.complete();
    await settled();
    expect(conversation.rows.map(({ message }) => message?.ID)).toEqual(all.map(({ ID }) => ID));
  });

  test('is loaded when the person sends a message', async () => {
    const chats = await chatsWith(10, 10);
    const { conversation } = chats.open(DIALOG);
    fakeHost.answer('dialogs.messages', fail);
    await conversation.open();
    expect(conversation.state).toBe('failed');
    fakeHost.answer('dialogs.messages', () => messagesTo(10, 10).toReversed());
    conversation.showSent();
    await settled();
    expect([conversation.state, conversation.lastId]).toEqual(['ready', 10]);
  });

  test('yet is not taken for an empty chat when the person sends a message', async () => {
    const chats = await chatsWith(10, 10);
    const { conversation } = chats.open(DIALOG);
    const answer = heldAnswer<MessageModel[]>();
    fakeHost.answer('dialogs.messages', answer.handler);
    void conversation.open();
    await answer.asked;
    conversation.showSent();
    expect(conversation.state).toBe('loading');
    answer.give(messagesTo(10, 10).toReversed());
    await settled();
    expect([conversation.state, conversation.lastId]).toEqual(['ready', 10]);
  });

  test('after missed events the dialog on screen is loaded before the others', async () => {
    const chats = await chatsWith(3, 3);
    const ids = [DIALOG, 11, 12];
    fakeHost.answer('dialogs.list', () =>
      ids.map((ID) => recordOf(DialogModel, { ID, Type: 'group', Member: true })),
    );
    for (const id of ids) await chats.open(id).conversation.open();
    router.go({ view: 'chats', dialogId: 11 });
    const before = fakeHost.inputsOf('dialogs.messages').length;
    fakeHost.send({ Type: 'reset', Log: 'log', Seq: 3 });
    await vi.waitFor(() => expect(fakeHost.inputsOf('dialogs.messages')).toHaveLength(before + ids.length));
    const loaded = fakeHost.inputsOf('dialogs.messages').slice(before);
    expect(loaded.map(({ dialog_id }) => dialog_id)).toEqual([11, DIALOG, 12]);
  });

  test('at the start is loaded once the host answers: the chats and their folders', async () => {
    fakeHost.answer('dialogs.list', fail);
    fakeHost.answer('dialogs.folders', fail);
    const chats = new Chats(ME);
    onTestFinished(() => chats.close());
    await settled();
    expect([chats.dialogs.state, chats.folders.all]).toEqual(['failed', []]);
    fakeHost.answer('dialogs.list', () => [recordOf(DialogModel, { ID: DIALOG, Member: true })]);
    fakeHost.answer('dialogs.folders', () => [recordOf(DialogFolder, { ID: 2 })]);
    await chats.complete();
    await settled();
    expect([chats.dialogs.state, chats.folders.all.length]).toEqual(['ready', 1]);
  });
});
