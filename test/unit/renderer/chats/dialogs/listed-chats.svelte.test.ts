// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { dialogMenu } from '../../../../../renderer/chats/dialogs/dialog-menu';
import { Chats } from '../../../../../renderer/chats/dialogs/own-chats.svelte';
import { filterOf } from '../../../../../renderer/chats/folders/dialog-filter';
import { Screen } from '../../../../../renderer/chats/screen.svelte';
import { router } from '../../../../../renderer/router.svelte';
import { DialogFolder, DialogModel, MessageModel } from '../../../../../shared/contract/records';
import { AppError } from '../../../../../shared/errors';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { heldAnswer, ME, openPage, settled, toastTexts, undo } from '../../page';

const [SAVED, EMPTY, WRITTEN, GROUP] = [10, 11, 12, 13];

beforeEach(openPage);
afterEach(() => router.go({ view: 'feed', source: 'all' }));

const author = (ID: number) => recordOf(MessageModel.shape.Author, { ID });
const messageIn = (dialog: number): MessageModel => {
  const empty = recordOf(MessageModel, { ID: 50 + dialog, Author: author(5), Type: 'message' });
  return { ...empty, Dialog: { ...empty.Dialog, ID: dialog } };
};
const privateChat = (ID: number, other: number, part: Partial<DialogModel> = {}) =>
  recordOf(DialogModel, { ID, Type: 'private', Member: true, DialogDude: author(other), ...part });

/** Saved messages, a private chat without messages and one with a message, and an empty group. */
async function openChats(part: Partial<DialogModel> = {}): Promise<Chats> {
  router.go({ view: 'feed', source: 'all' });
  fakeHost.answer('dialogs.list', () => [
    privateChat(SAVED, ME),
    privateChat(EMPTY, 5, part),
    privateChat(WRITTEN, 6, { LastMessage: messageIn(WRITTEN) }),
    recordOf(DialogModel, { ID: GROUP, Type: 'group', Member: true }),
  ]);
  fakeHost.answer('dialogs.folders', () => [recordOf(DialogFolder, { ID: 1, Types: ['private'] })]);
  const chats = await begin();
  expect(chats.dialogs.state).toBe('ready');
  return chats;
}

async function begin(): Promise<Chats> {
  const chats = new Chats(ME);
  onTestFinished(() => chats.close());
  await settled();
  return chats;
}

const idsOf = (dialogs: readonly DialogModel[]) => dialogs.map(({ ID }) => ID).sort();

test('a private chat without messages is in no list until a message arrives', async () => {
  const chats = await openChats();
  expect(idsOf(chats.listed)).toEqual([SAVED, WRITTEN, GROUP]);
  expect(idsOf(chats.shown)).toEqual([SAVED, WRITTEN, GROUP]);
  const [folder] = chats.folders.all;
  if (!folder) throw new Error('no folder');
  chats.filter = filterOf(folder);
  expect(idsOf(chats.shown)).toEqual([SAVED, WRITTEN]);
  fakeHost.send({ Type: 'message', Seq: 1, Message: messageIn(EMPTY) });
  await settled();
  expect(idsOf(chats.shown)).toEqual([SAVED, EMPTY, WRITTEN]);
  expect(chats.dialogs.unread).toBe(1);
});

test('a private chat without messages is listed while it is open', async () => {
  const chats = await openChats();
  router.go({ view: 'chats', dialogId: EMPTY });
  expect(idsOf(chats.shown)).toContain(EMPTY);
  router.go({ view: 'chats', dialogId: WRITTEN });
  expect(idsOf(chats.shown)).not.toContain(EMPTY);
});

test('a private chat without messages is listed while something waits in it', async () => {
  const chats = await openChats();
  chats.drafts.set(EMPTY, { text: 'Hello', replyTo: null });
  expect(idsOf(chats.shown)).toContain(EMPTY);
  chats.drafts.remove(EMPTY);
  expect(idsOf(chats.shown)).not.toContain(EMPTY);
  const answer = Promise.withResolvers<MessageModel>();
  fakeHost.answer('dialogs.send', () => answer.promise);
  chats.outbox.send(EMPTY, { text: 'Hello', replyTo: null, attached: [] });
  expect(idsOf(chats.shown)).toContain(EMPTY);
  answer.resolve(messageIn(EMPTY));
  await settled();
  expect(idsOf(chats.shown)).toContain(EMPTY);
});

test('Undo puts a discarded message back where it waited', async () => {
  const chats = await openChats();
  fakeHost.answer('dialogs.send', () => {
    throw new AppError('access_denied');
  });
  for (const text of ['One', 'Two']) chats.outbox.send(GROUP, { text, replyTo: null, attached: [] });
  await settled();
  const texts = () => chats.outbox.of(GROUP).map(({ text, refused }) => [text, refused]);
  const refused = [
    ['One', 'access_denied'],
    ['Two', 'access_denied'],
  ];
  expect(texts()).toEqual(refused);
  new Screen(chats).discard(chats.outbox.of(GROUP)[0]!);
  expect([texts(), toastTexts()]).toEqual([[['Two', 'access_denied']], ['Discarded']]);
  undo();
  expect(texts()).toEqual(refused);
  const reloaded = await begin();
  expect(reloaded.outbox.of(GROUP)).toHaveLength(2);
});

test('a pinned chat stays in the list when its messages were deleted', async () => {
  const chats = await openChats({ Pinned: true, PinOrder: 1 });
  expect(idsOf(chats.shown)).toContain(EMPTY);
});

test('Undo of archiving is offered until the chat is back', async () => {
  fakeHost.answer('dialogs.archive', () => ({ Response: 'Ok' }) as never);
  const chats = await openChats();
  const screen = new Screen(chats);
  const group = () => chats.dialogs.find(GROUP)!;
  await screen.setArchived(group(), true);
  expect(toastTexts()).toEqual(['Chat archived']);
  await screen.setArchived(group(), false);
  expect(toastTexts()).toEqual([]);
  await screen.setArchived(group(), true);
  undo();
  await settled();
  expect([toastTexts(), group().Archived]).toEqual([[], false]);

  await screen.setArchived(group(), true);
  fakeHost.answer('dialogs.archive', () => {
    throw new AppError('access_denied');
  });
  undo();
  await settled();
  expect(group().Archived).toBe(true);
});

test('a chat is changed at once, and back if the host refuses', async () => {
  const before = { Pinned: true, PinOrder: 4, Mute: false, MuteUntil: 0, Archived: false, Unread: 2 };
  const LastMessage = recordOf(MessageModel, { ID: 9, Text: 'Hello' });
  fakeHost.answer('dialogs.list', () => [
    recordOf(DialogModel, { ID: GROUP, Type: 'group', Member: true, LastMessage, ...before }),
  ]);
  const chats = await begin();
  const screen = new Screen(chats);
  const group = () => chats.dialogs.find(GROUP)!;
  for (const [name, change, changed] of [
    ['dialogs.pin', () => screen.setPinned(group(), false), { Pinned: false, PinOrder: 0 }],
    ['dialogs.mute', () => screen.setMuted(group(), true), { Mute: true, MuteUntil: 0 }],
    ['dialogs.archive', () => screen.setArchived(group(), true), { Archived: true, Pinned: false }],
    ['dialogs.read', () => screen.markRead(group()), { Unread: 0 }],
  ] as const) {
    const answer = heldAnswer<never>();
    fakeHost.answer(name, answer.handler);
    const done = change();
    await answer.asked;
    expect(group()).toMatchObject(changed);
    answer.refuse(new AppError('access_denied'));
    await done;
    expect(group()).toMatchObject(before);
  }
});

test('Undo of archiving pins a chat again where it was', async () => {
  fakeHost.answer('dialogs.list', () =>
    [1, 2, 3].map((ID) => recordOf(DialogModel, { ID, Member: true, Pinned: true, PinOrder: 10 - ID })),
  );
  for (const name of ['dialogs.archive', 'dialogs.pin', 'dialogs.orderPins'] as const)
    fakeHost.answer(name, () => ({ ok: true }));
  const chats = await begin();
  const { dialogs } = chats;
  const screen = new Screen(chats);
  await screen.setArchived(dialogs.find(2)!, true);
  expect(dialogs.find(2)).toMatchObject({ Archived: true, Pinned: false });
  undo();
  await settled();
  expect(dialogs.find(2)).toMatchObject({ Archived: false, Pinned: true });
  expect(dialogs.sorted.map(({ ID }) => ID)).toEqual([1, 2, 3]);
  expect(fakeHost.inputsOf('dialogs.pin')).toEqual([{ dialog_id: 2, value: true }]);
  expect(fakeHost.inputsOf('dialogs.orderPins')).toEqual([{ dialogs: [1, 2, 3] }]);
});

test('in a folder, a pinned chat moves past the next one that the folder shows', async () => {
  fakeHost.answer('dialogs.list', () =>
    [1, 2, 3, 4].map((ID) => recordOf(DialogModel, { ID, Member: true, Pinned: true, PinOrder: 10 - ID })),
  );
  fakeHost.answer('dialogs.folders', () => [recordOf(DialogFolder, { ID: 1, Dialogs: [1, 4] })]);
  fakeHost.answer('dialogs.orderPins', () => ({ ok: true }));
  const chats = await begin();
  const screen = new Screen(chats);
  chats.filter = 'folder 1';
  const shown = () => chats.shown.map(({ ID }) => ID);
  const entries = (id: number) => {
    const labels = dialogMenu(screen, chats.dialogs.find(id)!).map(
      (item) => typeof item === 'object' && item,
    );
    return labels.flatMap((item) => (item && 'label' in item ? [item.label] : []));
  };
  expect(entries(4)).toContain('Move up');
  expect(entries(4)).not.toContain('Move down');
  await screen.movePinned(chats.dialogs.find(4)!, -1);
  expect(shown()).toEqual([4, 1]);
  expect(fakeHost.inputsOf('dialogs.orderPins')).toEqual([{ dialogs: [4, 1, 2, 3] }]);
  expect(chats.dialogs.sorted.map(({ ID }) => ID)).toEqual([4, 1, 2, 3]);
  expect(entries(4)).not.toContain('Move up');
  fakeHost.answer('dialogs.orderPins', () => {
    throw new AppError('access_denied');
  });
  await screen.movePinned(chats.dialogs.find(4)!, 1);
  expect(chats.dialogs.sorted.map(({ ID }) => ID)).toEqual([4, 1, 2, 3]);
});

test('a long list begins with its first screen, and the rest follows', async () => {
  const all = Array.from({ length: 60 }, (_, index) =>
    recordOf(DialogModel, { ID: 100 + index, Type: 'group', Member: true }),
  );
  const rest = heldAnswer<DialogModel[]>();
  fakeHost.answer('dialogs.list', ({ limit }) => (limit ? all.slice(0, Number(limit)) : rest.handler()));
  const { dialogs } = await begin();
  expect(dialogs.state).toBe('ready');
  expect(dialogs.sorted).toHaveLength(50);
  rest.give(all);
  await settled();
  expect(dialogs.sorted).toHaveLength(60);
});

test('the rest of a long list comes with the connection if it failed before', async () => {
  const all = Array.from({ length: 60 }, (_, index) =>
    recordOf(DialogModel, { ID: 100 + index, Type: 'group', Member: true }),
  );
  fakeHost.answer('dialogs.list', ({ limit }) => {
    if (!limit) throw new AppError('server_error');
    return all.slice(0, Number(limit));
  });
  const { dialogs } = await begin();
  expect(dialogs.sorted).toHaveLength(50);
  fakeHost.answer('dialogs.list', () => all);
  await dialogs.complete();
  expect(dialogs.sorted).toHaveLength(60);
});

test('a short list is read once', async () => {
  await openChats();
  expect(fakeHost.inputsOf('dialogs.list')).toEqual([{ limit: 50 }]);
});
