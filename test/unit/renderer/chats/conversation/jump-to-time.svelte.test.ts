// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ConversationActions } from '../../../../../renderer/chats/conversation/conversation-actions.svelte';
import { Chats } from '../../../../../renderer/chats/dialogs/own-chats.svelte';
import { Screen } from '../../../../../renderer/chats/screen.svelte';
import { router } from '../../../../../renderer/router.svelte';
import { DialogModel, MessageModel } from '../../../../../shared/contract/records';
import { AppError } from '../../../../../shared/errors';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { ME, openPage, settled, toastTexts } from '../../page';

const DIALOG = 10;
const DAY = 86_400;

beforeEach(async () => {
  await openPage();
  router.go({ view: 'notifications' });
});

const message = (ID: number) =>
  recordOf(MessageModel, { ID, Type: 'message', Read: true, Timestamp: ID * DAY, Text: `Text ${ID}` });

/** Opens a dialog with one message a day. */
async function openDialog(count: number) {
  const all = Array.from({ length: count }, (_, index) => message(index + 1));
  const last = { LastMessage: all.at(-1) ?? null };
  fakeHost.answer('dialogs.list', () => [
    recordOf(DialogModel, { ID: DIALOG, Type: 'group', Member: true, ...last }),
  ]);
  fakeHost.answer('dialogs.messages', ({ around_time, limit = 50 }) => {
    const size = Number(limit);
    const since = around_time ? all.findIndex(({ Timestamp }) => Timestamp >= Number(around_time)) : -1;
    const from = Math.max(0, Math.min(since < 0 ? count : since - size / 2, count - size));
    return all.slice(from, from + size).reverse();
  });
  const chats = new Chats(ME);
  onTestFinished(() => chats.close());
  await settled();
  const open = chats.open(DIALOG);
  await open.conversation.open();
  const actions = new ConversationActions(new Screen(chats), open);
  return { actions, open, conversation: open.conversation };
}

const timesAsked = () =>
  fakeHost.inputsOf('dialogs.messages').flatMap(({ around_time }) => around_time ?? []);

test('goes to the first message since a time, which is loaded with those around it', async () => {
  const { actions, conversation } = await openDialog(300);
  await actions.goToTime(20 * DAY - 1);
  expect(conversation.goal).toMatchObject({ kind: 'message', id: 20, atTop: true, isHighlighted: true });
  expect([conversation.find(19), conversation.find(290)].map((one) => one?.ID)).toEqual([19, undefined]);
  expect(conversation.run.hasNewer).toBe(true);
  await actions.goToTime(20 * DAY + 1);
  expect(conversation.goal).toMatchObject({ id: 21 });
  expect(timesAsked()).toEqual([20 * DAY - 1]);
});

test('goes to the first message of all, to the newest one, and past one that is being deleted', async () => {
  const { actions, conversation } = await openDialog(300);
  await actions.goToTime(1);
  expect(conversation.goal).toMatchObject({ kind: 'message', id: 1 });
  await actions.goToTime(301 * DAY);
  expect(conversation.goal).toEqual({ kind: 'end' });
  expect(conversation.run.hasNewer).toBe(false);
  conversation.changes.hide(290);
  await actions.goToTime(290 * DAY);
  expect(conversation.goal).toMatchObject({ id: 291 });
  expect(timesAsked()).toEqual([1, 301 * DAY]);
});

test('stays where it is and says why if the messages could not be loaded', async () => {
  const { actions, conversation } = await openDialog(300);
  conversation.reached();
  fakeHost.answer('dialogs.messages', () => {
    throw new AppError('server_error');
  });
  await actions.goToTime(20 * DAY);
  expect(toastTexts()).toEqual(['Something went wrong on the host. Try again.']);
  expect([conversation.state, conversation.goal, conversation.lastId]).toEqual(['ready', null, 300]);
});

test('asks for the day from that of the first message in view', async () => {
  const { actions, open } = await openDialog(300);
  actions.askForDate();
  expect(actions.dateFrom).toBe(300 * DAY);
  open.anchor = { id: 270, offset: 0 };
  actions.askForDate();
  expect(actions.dateFrom).toBe(270 * DAY);
  await actions.goToTime(280 * DAY);
  expect(actions.dateFrom).toBe(0);
});
