// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { movedHost } from '../../../../../renderer/api';
import { unsentIn } from '../../../../../renderer/chats/conversation/unsent';
import { Chats } from '../../../../../renderer/chats/dialogs/own-chats.svelte';
import { Screen } from '../../../../../renderer/chats/screen.svelte';
import { router } from '../../../../../renderer/router.svelte';
import { toasts } from '../../../../../renderer/ui';
import { Unreachable } from '../../../../../shared/client/transport';
import { DialogModel } from '../../../../../shared/contract/records';
import { AppError } from '../../../../../shared/errors';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { ME, openPage, settled, toastTexts, undo } from '../../page';

const [GROUP, OTHER, THREAD] = [10, 11, 100];
const LOST = 'You’re no longer in a chat where you had unsent messages.';

beforeEach(async () => {
  await openPage();
  router.go({ view: 'chats' });
  fakeHost.answer('dialogs.list', () => [group(GROUP), group(OTHER)]);
  fakeHost.answer('dialogs.leave', () => ({ ok: true }));
  fakeHost.answer('dialogs.get', () => {
    throw new AppError('not_found');
  });
});
afterEach(() => router.go({ view: 'feed', source: 'all' }));

const group = (ID: number) => recordOf(DialogModel, { ID, Type: 'group', Member: true });
const content = (text: string) => ({ text, replyTo: null, attached: [] });

async function open(): Promise<Chats> {
  const chats = new Chats(ME);
  onTestFinished(() => chats.close());
  await settled();
  return chats;
}

/** Chats with a draft in a group, in one of its threads and in another group. */
async function withDrafts(): Promise<Chats> {
  const chats = await open();
  chats.open(GROUP).composer.text = 'In the group';
  chats.openThread(GROUP, THREAD).composer.text = 'In the thread';
  chats.open(OTHER).composer.text = 'Elsewhere';
  return chats;
}

/** The person is removed from the group by an admin. */
async function remove(): Promise<void> {
  fakeHost.answer('dialogs.send', () => {
    throw new AppError('not_found');
  });
  fakeHost.send({ Type: 'dialog_delete', Dialog: GROUP });
  await settled();
}

const textsIn = (chats: Chats) => unsentIn(chats, GROUP).map(({ text }) => text);
const stored = () => Object.keys(localStorage).filter((key) => /\.(outbox|drafts)\./.test(key));

test('leaving a group discards what was written in it and in its threads', async () => {
  const chats = await withDrafts();
  fakeHost.answer('dialogs.send', () => {
    throw new AppError('access_denied');
  });
  chats.outbox.send(GROUP, content('Refused'));
  await settled();
  await new Screen(chats).leave(group(GROUP));
  expect(textsIn(chats)).toEqual([]);
  expect(stored()).toEqual([`courtyard.drafts.${ME}.${OTHER}`]);
  expect(toastTexts()).toEqual([]);
});

test('the event of one’s own leaving, before its answer, says nothing', async () => {
  const chats = await withDrafts();
  fakeHost.answer('dialogs.leave', async () => {
    fakeHost.send({ Type: 'dialog_delete', Dialog: GROUP });
    await settled();
    return { ok: true };
  });
  await new Screen(chats).leave(group(GROUP));
  expect([toastTexts(), textsIn(chats)]).toEqual([[], []]);
});

test('sending in a group keeps the drafts of its threads', async () => {
  const chats = await withDrafts();
  chats.drafts.remove(GROUP);
  expect(textsIn(chats)).toEqual(['In the thread']);
});

test('what a removed member wrote stays until they discard it, which can be undone', async () => {
  const chats = await withDrafts();
  fakeHost.answer('dialogs.send', () => {
    throw new Unreachable();
  });
  chats.outbox.send(GROUP, content('Queued'));
  await settled();
  await remove();
  expect(toastTexts()).toEqual([LOST]);
  expect(textsIn(chats)).toEqual(['Queued', 'In the group', 'In the thread']);
  toasts.act(toasts.all[0]!);
  expect(router.route).toMatchObject({ view: 'chats', dialogId: GROUP });
  for (const one of unsentIn(chats, GROUP)) one.discard();
  expect(textsIn(chats)).toEqual([]);
  expect(toastTexts().slice(-3)).toEqual(['Discarded', 'Discarded', 'Discarded']);
  for (let left = 3; left > 0; left--) undo();
  expect(textsIn(chats).sort()).toEqual(['In the group', 'In the thread', 'Queued']);
  chats.drafts.remove(OTHER);
  for (const one of unsentIn(chats, GROUP)) one.discard();
  expect(stored()).toEqual([]);
  expect(movedHost.mayFollow).toBe(true);
});

test('a removed member who reads the group is not told of it twice', async () => {
  const chats = await withDrafts();
  router.go({ view: 'chats', dialogId: GROUP });
  await remove();
  expect([toastTexts(), textsIn(chats)]).toEqual([[], ['In the group', 'In the thread']]);
});

test('someone removed while the app was closed is told when the host refuses what waited', async () => {
  localStorage.setItem(
    `courtyard.outbox.${ME}.nonce`,
    JSON.stringify({ nonce: 'nonce', dialog: GROUP, ...content('Queued'), at: 1 }),
  );
  fakeHost.answer('dialogs.list', () => [group(OTHER)]);
  fakeHost.answer('dialogs.send', () => {
    throw new AppError('not_found');
  });
  const chats = await open();
  expect([toastTexts(), textsIn(chats)]).toEqual([[LOST], ['Queued']]);
});

test('attachments and replies without a text are named', async () => {
  const chats = await open();
  const attached = { kind: 'file' as const, item: 7, name: 'plan.pdf', size: 10 };
  chats.drafts.set(GROUP, {
    text: '',
    replyTo: null,
    attached: [attached, { ...attached, name: 'map.png' }],
  });
  const replyTo = { id: 5, author: 2, name: 'Taras', text: 'Who comes?' };
  chats.drafts.set(THREAD, { text: ' ', replyTo, dialog: GROUP });
  expect(unsentIn(chats, GROUP).map(({ text, canCopy }) => [text, canCopy])).toEqual([
    ['plan.pdf, map.png', false],
    ['Reply to Taras', false],
  ]);
});
