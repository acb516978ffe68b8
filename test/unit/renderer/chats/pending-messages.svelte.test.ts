// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { communityOutbox, session, type OutboxItem } from '../../../../renderer/api';
import { Chats } from '../../../../renderer/chats/dialogs/own-chats.svelte';
import { signOutRequest } from '../../../../renderer/settings/outbox/sign-out.svelte';
import { toasts } from '../../../../renderer/ui';
import { followRefusals } from '../../../../renderer/views/refusals';
import { DialogModel, MessageModel } from '../../../../shared/contract/records';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { ME, openPage, settled, toastTexts } from '../page';

const DIALOG = 10;
const PROVISIONAL = 2 ** 52;

beforeEach(openPage);

function messageOf(ID: number, Text: string, Nonce: string): MessageModel {
  const empty = recordOf(MessageModel, { ID, Text, Nonce, Type: 'message' });
  return { ...empty, Author: { ...empty.Author, ID: ME }, Dialog: { ...empty.Dialog, ID: DIALOG } };
}

function itemOf(message: MessageModel, part: Partial<OutboxItem> = {}): OutboxItem {
  return {
    key: message.Nonce ?? '',
    name: 'dialogs.send',
    input: { dialog_id: DIALOG, text: message.Text },
    madeAt: 1,
    state: 'pending',
    error: null,
    made: [message.ID],
    ...part,
  };
}

/** An open dialog whose host is away: the desktop answers sends with pending messages. */
async function openAwayDialog() {
  const sent: MessageModel[] = [];
  const dialog = recordOf(DialogModel, { ID: DIALOG, Type: 'group', Member: true });
  fakeHost.answer('dialogs.list', () => [dialog]);
  fakeHost.answer('dialogs.messages', () => [...sent].reverse());
  fakeHost.answer('dialogs.send', ({ text = '', nonce = '' }) => {
    const message = messageOf(PROVISIONAL + sent.length, text, nonce);
    sent.push(message);
    fakeHost.showOutbox(sent.map((one) => itemOf(one)));
    return message;
  });
  const chats = new Chats(ME);
  onTestFinished(() => chats.close());
  await settled();
  const { conversation } = chats.open(DIALOG);
  await conversation.open();
  const shown = () => conversation.rows.map(({ message }) => [message?.ID, message?.Text]);
  return { chats, sent, shown };
}

test('a pending message is shown once and leaves the queue of the pages at once', async () => {
  const { chats, shown } = await openAwayDialog();
  chats.outbox.send(DIALOG, { text: 'One', replyTo: null, attached: [] });
  chats.outbox.send(DIALOG, { text: 'Two', replyTo: null, attached: [] });
  await settled();
  expect(shown()).toEqual([
    [PROVISIONAL, 'One'],
    [PROVISIONAL + 1, 'Two'],
  ]);
  expect(communityOutbox.isPending(PROVISIONAL)).toBe(true);
  expect(chats.outbox.of(DIALOG)).toEqual([]);
  expect(Object.keys(localStorage).filter((key) => key.includes('outbox'))).toEqual([]);
});

test('the message of the host replaces the pending one, before and after everything is read again', async () => {
  const { chats, sent, shown } = await openAwayDialog();
  chats.outbox.send(DIALOG, { text: 'One', replyTo: null, attached: [] });
  chats.outbox.send(DIALOG, { text: 'Two', replyTo: null, attached: [] });
  await settled();
  const real = sent.map((one, index) => ({ ...one, ID: 500 + index }));
  fakeHost.send({ Type: 'message', Message: real[0]!, Seq: 1 });
  expect(shown()).toEqual([
    [500, 'One'],
    [PROVISIONAL + 1, 'Two'],
  ]);
  // An event of the pending message that comes late.
  fakeHost.send({ Type: 'message', Message: sent[0]! });
  expect(shown()).toHaveLength(2);
  sent.splice(0, 2, ...real);
  fakeHost.showOutbox([]);
  fakeHost.send({ Type: 'reset', Log: 'log', Seq: 2 });
  await settled();
  expect(shown()).toEqual([
    [500, 'One'],
    [501, 'Two'],
  ]);
  expect(communityOutbox.isPending(PROVISIONAL)).toBe(false);
});

test('a refusal shows a toast that opens the outbox', () => {
  onTestFinished(followRefusals());
  const message = messageOf(PROVISIONAL, 'Hello', 'nonce');
  const error = { detail: 'not_found', message: '' } as const;
  fakeHost.showOutbox([itemOf(message)]);
  fakeHost.showOutbox([itemOf(message, { state: 'refused', error })]);
  expect(toastTexts()).toEqual([expect.stringMatching(/^Not sent: Not found/)]);
  toasts.act(toasts.all[0]!);
  expect(location.hash).toBe('#/settings/outbox');
  expect(toastTexts()).toEqual([]);
});

test('signing out asks first only if something is unsent', async () => {
  fakeHost.answer('account.logout', () => ({ Response: 'Ok' }) as never);
  fakeHost.showOutbox([itemOf(messageOf(PROVISIONAL, 'Hello', 'nonce'))]);
  signOutRequest.begin();
  expect([signOutRequest.isAsking, session.id]).toEqual([true, ME]);
  signOutRequest.isAsking = false;
  fakeHost.showOutbox([]);
  signOutRequest.begin();
  await settled();
  expect([signOutRequest.isAsking, session.id]).toEqual([false, 0]);
});

test('what can still be undone is done before signing out, and not offered to the next person', async () => {
  fakeHost.answer('account.logout', () => ({ Response: 'Ok' }) as never);
  const ids: number[] = [];
  const onexpire = () => void ids.push(session.id);
  toasts.show({ message: 'Deleted', undo: { label: 'Undo', run: () => undefined }, onexpire });
  signOutRequest.begin();
  await settled();
  expect([ids, toasts.all, session.id]).toEqual([[ME], [], 0]);
});
