import { expect, test } from 'vitest';
import { rowsOf, type KnownRows, type RowSources } from '../../../../../renderer/chats/conversation/rows';
import { MessageModel } from '../../../../../shared/contract/records';
import { recordOf } from '../../../record-of';

const empty = recordOf(MessageModel);
/** Noon, in Unix seconds and local time. */
const NOON = new Date(2026, 4, 20, 12).getTime() / 1000;
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

test('a new message leaves all rows the same objects but the last one of its group', () => {
  const known: KnownRows = new WeakMap();
  const messages = [1, 2, 3].map((ID) => message(ID, { Timestamp: NOON + ID }));
  const before = rowsOf(sources(known, messages));
  const after = rowsOf(sources(known, [...messages, message(4, { Timestamp: NOON + 4 })]));
  expect(after.map(({ key }) => key)).toEqual(['1', '2', '3', '4']);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toBe(before[1]);
  expect(before[2]?.isLast).toBe(true);
  expect(after[2]?.isLast).toBe(false);
  expect(after[3]?.isLast).toBe(true);
});

test('older messages leave all rows the same objects but the first one', () => {
  const known: KnownRows = new WeakMap();
  const newer = [11, 12, 13].map((ID) => message(ID, { Timestamp: NOON + ID * 10 * MINUTE }));
  const older = [1, 2].map((ID) => message(ID, { Timestamp: NOON + ID }));
  const before = rowsOf(sources(known, newer));
  expect(before[0]?.hasDay).toBe(true);
  const after = rowsOf(sources(known, [...older, ...newer]));
  expect(after[2]).not.toBe(before[0]);
  expect(after[2]?.hasDay).toBe(false);
  expect(after.slice(3)).toEqual(before.slice(1));
  for (const [index, row] of before.slice(1).entries()) expect(after[index + 3]).toBe(row);
});

test('a changed message gets a new row', () => {
  const known: KnownRows = new WeakMap();
  const messages = [1, 2].map((ID) => message(ID, {}));
  const before = rowsOf(sources(known, messages));
  const edited = { ...message(2, {}), Text: 'edited' };
  const after = rowsOf(sources(known, [...messages.slice(0, 1), edited]));
  expect(after[0]).toBe(before[0]);
  expect(after[1]?.message).toBe(edited);
});

test('the first message of each day has its date above it, midnight belongs to the new day', () => {
  const midnight = new Date(2026, 4, 21).getTime() / 1000;
  const times = [NOON, NOON + MINUTE, midnight - 1, midnight, midnight + 1, midnight + 3 * DAY];
  const messages = times.map((Timestamp, index) => message(index + 1, { Timestamp }));
  const days = (isWhole: boolean) =>
    rowsOf({ ...sources(new WeakMap(), messages), isWhole }).map(({ hasDay }) => hasDay);
  expect(days(true)).toEqual([true, false, false, true, false, true]);
  expect(days(false)).toEqual([false, false, false, true, false, true]);
});

test('days have 23 or 25 hours when the clocks change', () => {
  const days = [new Date(2026, 2, 28), new Date(2026, 9, 24)].flatMap((first) =>
    [0, 1, 2].flatMap((later) => {
      const day = new Date(first.getFullYear(), first.getMonth(), first.getDate() + later);
      const next = new Date(first.getFullYear(), first.getMonth(), first.getDate() + later + 1);
      return [day.getTime() / 1000, next.getTime() / 1000 - 1];
    }),
  );
  const rows = rowsOf(
    sources(
      new WeakMap(),
      days.map((Timestamp, index) => message(index + 1, { Timestamp })),
    ),
  );
  expect(rows.map(({ hasDay }) => hasDay)).toEqual(days.map((_, index) => index % 2 === 0));
});

function message(ID: number, part: Partial<MessageModel>): MessageModel {
  return { ...empty, ID, Type: 'message', Timestamp: NOON, ...part };
}

function sources(known: KnownRows, messages: MessageModel[]): RowSources {
  return { known, messages, outgoing: [], hidden: new Set(), me: 1, unreadFrom: 0, isWhole: true };
}
