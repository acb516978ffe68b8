// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { MessageFocus } from '../../../../../renderer/chats/list/message-focus.svelte';
import { rowsOf, type Row } from '../../../../../renderer/chats/conversation/rows';
import { MessageModel } from '../../../../../shared/contract/records';
import { recordOf } from '../../../record-of';

const empty = recordOf(MessageModel);

/** Rows of messages with the given identifiers, of which the negative ones are about joining. */
function rowsWith(...ids: number[]): Row[] {
  const messages = ids.map((id) => ({
    ...empty,
    ID: Math.abs(id),
    Type: id < 0 ? ('join' as const) : ('message' as const),
  }));
  const others = { outgoing: [], hidden: new Set<number>(), known: new WeakMap() };
  return rowsOf({ ...others, messages, me: 1, unreadFrom: 0, isWhole: true });
}

test('the last message is in the tab order before the list is laid out, even below a row about joining', () => {
  const focus = new MessageFocus(() => rowsWith(1, 2, 3, -4));
  expect(focus.tabStop).toBe(2);
  expect(new MessageFocus(() => []).tabStop).toBe(-1);
  expect(new MessageFocus(() => rowsWith(-1)).tabStop).toBe(-1);
});

test('the last shown message is in the tab order, wherever the list is scrolled to', () => {
  const focus = new MessageFocus(() => rowsWith(1, 2, -3, 4, 5, 6));
  focus.show(0, 1);
  expect(focus.tabStop).toBe(1);
  focus.show(1, 2);
  expect(focus.tabStop).toBe(1);
  focus.show(2, 4);
  expect(focus.tabStop).toBe(4);
});

test('the message that had the focus is in the tab order while it is shown', () => {
  const focus = new MessageFocus(() => rowsWith(1, 2, 3, 4, 5, 6));
  focus.show(1, 4);
  focus.note('3');
  expect(focus.tabStop).toBe(2);
  focus.show(3, 5);
  expect(focus.tabStop).toBe(5);
  expect(focus.mounted).toEqual([2]);
});

test('the focus stays with its message when older ones are loaded', () => {
  let rows = $state.raw(rowsWith(11, 12, 13));
  const focus = new MessageFocus(() => rows);
  focus.note('12');
  expect(focus.tabStop).toBe(1);
  rows = rowsWith(8, 9, 10, 11, 12, 13);
  expect(focus.tabStop).toBe(4);
});

test('what is shown stays so until the list is laid out with the older messages above it', () => {
  let rows = $state.raw(rowsWith(11, 12, 13));
  const focus = new MessageFocus(() => rows);
  focus.show(1, 2);
  focus.note('12');
  rows = rowsWith(8, 9, 10, 11, 12, 13);
  expect(focus.tabStop).toBe(4);
  expect(focus.next('12', -1)).toBe(3);
});

test('arrows skip rows about joining, and continue with what is shown after scrolling', () => {
  const focus = new MessageFocus(() => rowsWith(1, -2, 3, 4, 5, 6));
  focus.show(0, 3);
  expect(focus.next('3', -1)).toBe(0);
  expect(focus.next('1', 1)).toBe(2);
  expect(focus.next('1', -1)).toBe(-1);
  focus.show(3, 5);
  expect(focus.next('1', 1)).toBe(5);
  expect(focus.next('6', 1)).toBe(6);
});
