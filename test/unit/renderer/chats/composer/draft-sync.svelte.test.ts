// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../../../../renderer/api';
import { DraftSync } from '../../../../../renderer/chats/composer/draft-sync.svelte';
import { Drafts } from '../../../../../renderer/chats/composer/drafts.svelte';
import { Draft } from '../../../../../shared/contract/records';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { ME, openPage, settled } from '../../page';

const DIALOG = 7;
const draft = (Text: string, Timestamp = seconds()) =>
  recordOf(Draft, { Dialog: DIALOG, Text, ReplyTo: null, Timestamp });
const seconds = () => Math.floor(Date.now() / 1000);

beforeEach(async () => {
  await openPage();
  vi.useFakeTimers();
  fakeHost.answer('dialogs.drafts', () => []);
  fakeHost.answer('dialogs.saveDraft', (input) => draft(String(input['text'])));
});
afterEach(() => void vi.useRealTimers());

/** The drafts of one device, and the dialogs whose composers were told to follow. */
function device() {
  const followed: number[] = [];
  const drafts: Drafts = new Drafts(
    ME,
    (dialog) => followed.push(dialog),
    (dialog) => sync.note(dialog),
  );
  const sync = new DraftSync(ME, drafts);
  const write = (text: string) => drafts.set(DIALOG, { text, replyTo: null });
  return { drafts, sync, write, followed, stop: sync.follow(), text: () => drafts.of(DIALOG)?.text };
}

/** What was sent to be saved. */
const inputs = () =>
  fakeHost.calls
    .filter(({ name }) => name === 'dialogs.saveDraft')
    .map(({ input }) => input as { text: string; replyTo: number; age: number });
const saved = () => inputs().map(({ text }) => text);

test('what is written is saved after a pause, once, and at once when it is sent', async () => {
  const { write, drafts, stop } = device();
  for (const text of ['H', 'He', 'Hello']) write(text);
  await vi.advanceTimersByTimeAsync(1_900);
  expect(saved()).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(saved()).toEqual(['Hello']);
  drafts.remove(DIALOG);
  await settled();
  expect(saved()).toEqual(['Hello', '']);
  stop();
});

test('a draft of another device is shown, unless something later was written here', async () => {
  const { write, text, followed, stop } = device();
  fakeHost.send({ Type: 'draft', Dialog: DIALOG, Draft: draft('From the phone'), Seq: 1 });
  await settled();
  expect([text(), followed]).toEqual(['From the phone', [DIALOG]]);
  expect(saved()).toEqual([]);
  write('From here');
  fakeHost.send({ Type: 'draft', Dialog: DIALOG, Draft: draft('Earlier there', seconds() - 10), Seq: 2 });
  await settled();
  expect(text()).toBe('From here');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(saved()).toEqual(['From here']);
  stop();
});

test('the echo of what was saved never replaces what was written since, even with a slow clock', async () => {
  const { write, text, stop } = device();
  write('Hel');
  await vi.advanceTimersByTimeAsync(2_100);
  write('Hello');
  fakeHost.send({ Type: 'draft', Dialog: DIALOG, Draft: draft('Hel', seconds() + 60), Seq: 1 });
  await settled();
  expect(text()).toBe('Hello');
  stop();
});

test('what was written since without a connection stays, even with a slow clock', async () => {
  const { sync, write, text, stop } = device();
  const stored = draft('Hel', seconds() + 60);
  fakeHost.answer('dialogs.saveDraft', () => stored);
  write('Hel');
  await vi.advanceTimersByTimeAsync(2_100);
  write('Hello');
  fakeHost.answer('dialogs.drafts', () => [stored]);
  await sync.load();
  expect(text()).toBe('Hello');
  fakeHost.answer('dialogs.drafts', () => [draft('From the phone', seconds() + 62)]);
  await sync.load();
  expect(text()).toBe('From the phone');
  stop();
});

test('a draft is not saved in the session of the next person', async () => {
  const { write, stop } = device();
  fakeHost.answer('dialogs.saveDraft', () => {
    throw new Error('away');
  });
  write('Mine');
  await vi.advanceTimersByTimeAsync(5_000);
  session.begin({ token: 'token of another', id: ME + 1 });
  await vi.advanceTimersByTimeAsync(60_000);
  const saves = fakeHost.calls.filter(({ name }) => name === 'dialogs.saveDraft');
  expect(new Set(saves.map(({ token }) => token))).toEqual(new Set([`token of ${ME}`]));
  stop();
});

test('what was written without a connection is saved after a restart, with its age', async () => {
  const first = device();
  fakeHost.answer('dialogs.saveDraft', () => {
    throw new Error('away');
  });
  first.write('On the train');
  await vi.advanceTimersByTimeAsync(5_000);
  first.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  fakeHost.answer('dialogs.drafts', () => [draft('Older', seconds() - 3_600)]);
  fakeHost.answer('dialogs.saveDraft', (input) => draft(String(input['text'])));
  const { sync, text, stop } = device();
  await sync.load();
  await settled();
  expect(text()).toBe('On the train');
  const last = inputs().at(-1);
  expect(last).toMatchObject({ text: 'On the train', replyTo: 0 });
  expect(last?.age).toBeGreaterThanOrEqual(600);
  stop();
});
