// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { expect, test, vi } from 'vitest';
import {
  addDays,
  addMonths,
  dayAt,
  firstWeekdayOf,
  startOf,
  weeksOf,
} from '../../../renderer/common/calendar/days';
import { MonthEvents } from '../../../renderer/calendar/month-events.svelte';
import { CalendarEvent, DialogInfo, MessageModel } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import type { Event } from '../../../shared/events';
import { fakeHost } from '../../support/hosts/fake-host';
import { recordOf } from '../record-of';
import { openPage, settled } from './page';

const HOUR = 3600;

test('weeks begin as the language says and cover the whole month', () => {
  const monday = weeksOf('2026-11-25', 1);
  expect([monday[0]?.[0], monday.at(-1)?.[6], monday.length]).toEqual(['2026-10-26', '2026-12-06', 6]);
  const sunday = weeksOf('2026-11-25', 7);
  expect([sunday[0]?.[0], sunday.at(-1)?.[6], sunday.length]).toEqual(['2026-11-01', '2026-12-05', 5]);
  expect(weeksOf('2026-02-10', 7)).toHaveLength(4);
  expect(
    weeksOf('2026-02-10', 7, 6)
      .map((week) => week[0])
      .slice(3),
  ).toEqual([...['2026-02-22', '2026-03-01', '2026-03-08']]);
  expect(['uk-UA', 'en-US'].map(firstWeekdayOf)).toEqual([1, 7]);
});

test('days and months are counted by their dates', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1))
    expect(dayAt(startOf(day))).toBe(day);
});

function eventAt(ID: number, Starts: number, Ends = 0, dialog = 1) {
  const Event = recordOf(CalendarEvent, { Starts, Ends });
  return recordOf(MessageModel, { ID, Text: `E${ID}`, Dialog: recordOf(DialogInfo, { ID: dialog }), Event });
}

test('shows events on each of their days and follows changes', async () => {
  await openPage();
  const day = startOf('2026-11-10');
  const first = eventAt(1, day + 12 * HOUR);
  const long = eventAt(2, day + 23 * HOUR, startOf('2026-11-12'));
  fakeHost.answer('dialogs.calendar', () => [first, long]);
  const month = new MonthEvents();
  const off = month.follow();
  await month.show(weeksOf('2026-11-25', 1).flat());
  expect(fakeHost.inputsOf('dialogs.calendar')).toEqual([
    { from: startOf('2026-10-26'), to: startOf('2026-12-07') },
  ]);
  const on = (date: string) => month.on(date).map(({ ID }) => ID);
  expect(['2026-11-10', '2026-11-11', '2026-11-12'].map(on)).toEqual([[1, 2], [2], []]);
  let seq = 0;
  const send = (event: Event) => fakeHost.send({ ...event, Seq: ++seq });
  const changed = (Message: MessageModel) => send({ Type: 'message_edit', Message });
  changed(eventAt(1, startOf('2026-11-12')));
  expect([on('2026-11-10'), on('2026-11-12')]).toEqual([[2], [1]]);
  changed(eventAt(1, startOf('2027-01-12')));
  expect(on('2026-11-12')).toEqual([]);
  send({ Type: 'message', Message: eventAt(3, day + 8 * HOUR, 0, 5) });
  expect(on('2026-11-10')).toEqual([3, 2]);
  send({ Type: 'dialog_delete', Dialog: 5 });
  send({ Type: 'message_delete', Dialog: 1, Message: 2 });
  expect(on('2026-11-10')).toEqual([]);
  off();
});

test('loads the events again on return', async () => {
  await openPage();
  const day = startOf('2026-11-10');
  let found = [eventAt(1, day)];
  fakeHost.answer('dialogs.calendar', () => found);
  const month = new MonthEvents();
  const off = month.follow();
  await month.show(weeksOf('2026-11-25', 1).flat());
  off();
  found = [];
  const end = month.follow();
  await vi.waitFor(() => expect(month.on('2026-11-10')).toEqual([]));
  end();
});

test('tells why events could not be loaded, and loads them again', async () => {
  await openPage();
  let isAway = true;
  fakeHost.answer('dialogs.calendar', () => {
    if (isAway) throw new Error('away');
    return [eventAt(1, startOf('2026-11-10'))];
  });
  const month = new MonthEvents();
  await month.show(weeksOf('2026-11-25', 1).flat());
  expect(month.error).not.toBeNull();
  isAway = false;
  await month.load();
  expect([month.error, month.on('2026-11-10').length]).toEqual([null, 1]);
});

test('an effect that shows a month asks once and keeps the error', async () => {
  await openPage();
  fakeHost.answer('dialogs.calendar', async () => {
    await settled();
    // A loop would never end while answers come.
    if (fakeHost.inputsOf('dialogs.calendar').length > 5) await new Promise(() => {});
    throw new AppError('server_error');
  });
  const month = new MonthEvents();
  const days = weeksOf('2026-11-25', 1).flat();
  const end = $effect.root(() => {
    $effect(() => month.follow());
    $effect(() => void month.show(days));
  });
  flushSync();
  await vi.waitFor(() => expect(month.isLoading).toBe(false));
  flushSync();
  expect(month.error).toMatchObject({ code: 'server_error' });
  expect(fakeHost.inputsOf('dialogs.calendar')).toHaveLength(1);
  end();
});
