import type { VirtualizerHandle } from 'virtua/svelte';
import type { Row } from '../conversation/rows';

/** Where a list was scrolled to: the first visible message, and how far its top is above the edge in pixels. */
export interface ScrollAnchor {
  id: number;
  offset: number;
}

/**
 * Target of the next scroll: a message (centered and highlighted, or at the top), the unread divider or the end. A
 * message that is taller than the list begins at its top, where one starts to read.
 */
export type ScrollGoal =
  | { kind: 'message'; id: number; isHighlighted: boolean; atTop: boolean; offset: number }
  | { kind: 'unread' }
  | { kind: 'end' };

/** A message in the middle. */
export function centeredAt(id: number, isHighlighted = true): ScrollGoal {
  return { kind: 'message', id, isHighlighted, atTop: false, offset: 0 };
}

/** A message at the top, below its date separator if it has one. */
export function topAt(id: number): ScrollGoal {
  return { kind: 'message', id, isHighlighted: true, atTop: true, offset: 0 };
}

/** A message at the top, where it was before. */
export function restoredAt(anchor: ScrollAnchor): ScrollGoal {
  return { kind: 'message', isHighlighted: false, atTop: true, ...anchor };
}

/** The newest message. */
export const END: ScrollGoal = { kind: 'end' };
/** The divider above the first unread message. */
export const UNREAD: ScrollGoal = { kind: 'unread' };

/** Returns the index of the row that a goal names; -1 if it isn't among the rows. */
export function rowIndexOf(goal: ScrollGoal, rows: readonly Row[]): number {
  if (goal.kind === 'end') return rows.length - 1;
  if (goal.kind === 'unread') return rows.findIndex((row) => row.hasUnreadLine);
  return rows.findIndex((row) => row.message?.ID === goal.id);
}

/** Returns the `scrollTop` of `view` at which the list shows a goal, which is the row at `index`. */
export function scrollTopOf(
  goal: ScrollGoal,
  index: number,
  list: VirtualizerHandle,
  view: HTMLElement,
): number {
  // Not by the height of the content: a tall row that isn't measured yet reaches beyond the virtual list, which shows
  // no rows to a position past its end.
  if (goal.kind === 'end') return Math.ceil(list.getScrollSize()) - view.clientHeight;
  const top = list.getItemOffset(index);
  if (goal.kind === 'unread') return top - SPACE_ABOVE_UNREAD;
  if (goal.atTop) return top + goal.offset;
  return top - Math.max(0, (view.clientHeight - list.getItemSize(index)) / 2);
}

/** Returns where a list is scrolled to; undefined if the first visible row has no message of the host. */
export function anchorAt(
  list: VirtualizerHandle,
  rows: readonly Row[],
  top: number,
): ScrollAnchor | undefined {
  const index = list.findItemIndex(top);
  const id = rows[index]?.message?.ID;
  return id === undefined ? undefined : { id, offset: top - list.getItemOffset(index) };
}

/** Whether the unread divider is above what the list shows at its end. */
export function isUnreadAboveEnd(
  rows: readonly Row[],
  list: VirtualizerHandle | undefined,
  view: HTMLElement | undefined,
): boolean {
  const index = rowIndexOf(UNREAD, rows);
  if (index < 0 || !list || !view) return false;
  return scrollTopOf(UNREAD, index, list, view) + END_WITHIN < scrollTopOf(END, rows.length - 1, list, view);
}

/** In pixels: the space above the unread divider; the distance that still counts as the end. */
const SPACE_ABOVE_UNREAD = 48;
export const END_WITHIN = 48;
