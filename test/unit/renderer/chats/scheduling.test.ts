// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { AppError } from '../../../../renderer/api';
import { Chats } from '../../../../renderer/chats/dialogs/own-chats.svelte';
import { scheduleMessage } from '../../../../renderer/chats/scheduled/schedule-message';
import { scheduledMessagesOf } from '../../../../renderer/chats/scheduled/scheduled-messages';
import { ScheduledList } from '../../../../renderer/common/scheduling/scheduled-list.svelte';
import {
  inputOfTime,
  refusalOf,
  suggestedTimes,
  timeOfInput,
} from '../../../../renderer/common/scheduling/times';
import { toasts } from '../../../../renderer/ui';
import { DialogModel, MessageModel } from '../../../../shared/contract/records';
import { LIFETIMES } from '../../../../shared/limits';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { ME, openPage, settled } from '../page';

const DIALOG = 7;
const scheduled = (ID: number, Timestamp: number, Text = `Message ${ID}`) =>
  recordOf(MessageModel, { ID, Text, Timestamp, Scheduled: 1 });

beforeEach(openPage);

async function listOf(...messages: ReturnType<typeof scheduled>[]) {
  fakeHost.answer('dialogs.scheduled', () => messages);
  const list = new ScheduledList(scheduledMessagesOf(DIALOG));
  const stop = list.follow();
  await list.loading.finished();
  return { list, stop, ids: () => list.entries.map(({ id }) => id) };
}

test('lists the earliest first and follows changes of other windows', async () => {
  const { ids, stop } = await listOf(scheduled(1, 300), scheduled(2, 200));
  expect(ids()).toEqual([2, 1]);
  const event = { Type: 'scheduled_message', Dialog: DIALOG } as const;
  fakeHost.send({ ...event, ID: 3, Item: scheduled(3, 100) });
  fakeHost.send({ ...event, ID: 4, Dialog: DIALOG + 1, Item: scheduled(4, 100) });
  fakeHost.send({ ...event, ID: 2, Item: scheduled(2, 400) });
  expect(ids()).toEqual([3, 1, 2]);
  fakeHost.send({ ...event, ID: 3, Item: null });
  expect(ids()).toEqual([1, 2]);
  stop();
});

test('an edited entry stays where it is among those of the same time', async () => {
  const { ids, stop } = await listOf(scheduled(1, 100), scheduled(2, 100), scheduled(3, 200));
  const event = { Type: 'scheduled_message', Dialog: DIALOG } as const;
  fakeHost.send({ ...event, ID: 1, Item: scheduled(1, 100, 'Edited') });
  expect(ids()).toEqual([1, 2, 3]);
  stop();
});

test('a removed entry returns with Undo, and is removed on the host otherwise', async () => {
  const { list, ids, stop } = await listOf(scheduled(1, 100), scheduled(2, 200));
  fakeHost.answer('dialogs.deleteMessage', () => ({ ok: true }));
  list.remove(1);
  expect(ids()).toEqual([2]);
  toasts.undoLast();
  expect(ids()).toEqual([1, 2]);
  expect(fakeHost.inputsOf('dialogs.deleteMessage')).toEqual([]);
  list.remove(1);
  toasts.expireAll();
  await expect.poll(() => fakeHost.inputsOf('dialogs.deleteMessage')).toEqual([{ message_id: 1 }]);
  expect(ids()).toEqual([2]);
  stop();
});

test('a message whose scheduling failed returns to the input, and is retried with the same idempotency key', async () => {
  fakeHost.answer('dialogs.list', () => [recordOf(DialogModel, { ID: DIALOG, Type: 'group', Member: true })]);
  const chats = new Chats(ME);
  onTestFinished(() => chats.close());
  await settled();
  const { composer } = chats.open(DIALOG);
  composer.text = 'Good night';

  fakeHost.answer('dialogs.send', () => {
    throw new AppError('rate_limit_exceeded');
  });
  await scheduleMessage(composer, 300);
  expect(composer.text).toBe('Good night');
  fakeHost.answer('dialogs.send', () => scheduled(1, 300, 'Good night'));
  await scheduleMessage(composer, 300);
  expect(composer.text).toBe('');
  composer.text = 'Good night';
  await scheduleMessage(composer, 300);
  const keys = fakeHost.calls.filter(({ name }) => name === 'dialogs.send').map(({ key }) => key);
  expect(keys).toEqual([keys[0], keys[0], expect.any(String)]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('suggests only times in the future', () => {
  const namesAt = (hour: number) => suggestedTimes(new Date(2026, 5, 1, hour, 30)).map(({ name }) => name);
  expect(namesAt(12)).toEqual(['inAnHour', 'thisEvening', 'tomorrowMorning']);
  expect(namesAt(22)).toEqual(['inAnHour', 'tomorrowMorning']);
  const [first, ...others] = suggestedTimes(new Date(2026, 5, 1, 12, 30));
  expect(inputOfTime(first?.time ?? 0)).toBe('2026-06-01T13:30');
  expect(others.map(({ time }) => inputOfTime(time))).toEqual(['2026-06-01T19:00', '2026-06-02T09:00']);
});

test('interprets the typed time in the time zone of the device', () => {
  const time = new Date(2026, 5, 1, 9, 5).getTime() / 1000;
  expect(timeOfInput(inputOfTime(time))).toBe(time);
  expect(refusalOf(timeOfInput(''), time)).toBe('past');
  expect(refusalOf(time, time)).toBe('past');
  expect(refusalOf(time + 60, time)).toBeNull();
  expect(refusalOf(time + LIFETIMES.scheduled + 1, time)).toBe('tooFar');
});
