// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { scheduledMessagesOf } from '../../../renderer/chats/scheduled/scheduled-messages';
import { ScheduledList } from '../../../renderer/media/scheduling/scheduled-list.svelte';
import {
  inputOfTime,
  refusalOf,
  suggestedTimes,
  timeOfInput,
} from '../../../renderer/media/scheduling/times';
import { toasts } from '../../../renderer/ui';
import { MessageModel } from '../../../shared/contract/records';
import { LIFETIMES } from '../../../shared/limits';
import { fakeHost } from '../../support/fake-host';
import { recordOf } from '../record-of';
import { openPage } from './page';

const DIALOG = 7;
const scheduled = (ID: number, Timestamp: number, Text = `Message ${ID}`) =>
  recordOf(MessageModel, { ID, Text, Timestamp, Scheduled: 1 });

beforeEach(openPage);

async function listOf(...messages: ReturnType<typeof scheduled>[]) {
  fakeHost.answer('dialogs.scheduled', () => messages);
  const list = new ScheduledList(scheduledMessagesOf(DIALOG));
  const stop = list.follow();
  await list.reading.finished();
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

test('a removed entry comes back by Undo, and is removed on the host otherwise', async () => {
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

test('suggests times that have not passed', () => {
  const namesAt = (hour: number) => suggestedTimes(new Date(2026, 5, 1, hour, 30)).map(({ name }) => name);
  expect(namesAt(12)).toEqual(['inAnHour', 'thisEvening', 'tomorrowMorning']);
  expect(namesAt(22)).toEqual(['inAnHour', 'tomorrowMorning']);
  const [first, ...others] = suggestedTimes(new Date(2026, 5, 1, 12, 30));
  expect(inputOfTime(first?.time ?? 0)).toBe('2026-06-01T13:30');
  expect(others.map(({ time }) => inputOfTime(time))).toEqual(['2026-06-01T19:00', '2026-06-02T09:00']);
});

test('reads the time of the input in the time zone of the device', () => {
  const time = new Date(2026, 5, 1, 9, 5).getTime() / 1000;
  expect(timeOfInput(inputOfTime(time))).toBe(time);
  expect(refusalOf(timeOfInput(''), time)).toBe('past');
  expect(refusalOf(time, time)).toBe('past');
  expect(refusalOf(time + 60, time)).toBeNull();
  expect(refusalOf(time + LIFETIMES.scheduled + 1, time)).toBe('tooFar');
});
