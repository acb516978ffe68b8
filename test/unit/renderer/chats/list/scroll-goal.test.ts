import type { VirtualizerHandle } from 'virtua/svelte';
import { describe, expect, test } from 'vitest';
import type { Row } from '../../../../../renderer/chats/conversation/rows';
import { centeredAt, isUnreadAboveEnd, scrollTopOf } from '../../../../../renderer/chats/list/scroll-goal';

const HEIGHT = 600;
const view = { clientHeight: HEIGHT } as HTMLElement;

/** A list of rows with these heights, as far as a scroll goal asks for them. */
function listOf(heights: readonly number[]): VirtualizerHandle {
  const offsetOf = (index: number) => heights.slice(0, index).reduce((sum, height) => sum + height, 0);
  return {
    getItemOffset: offsetOf,
    getItemSize: (index: number) => heights[index],
    getScrollSize: () => offsetOf(heights.length),
  } as VirtualizerHandle;
}

describe('a jump to a message', () => {
  test.each([
    ['in the middle of the list', 100, 1_000 - (HEIGHT - 100) / 2],
    ['whole, if it is as tall as the list', HEIGHT, 1_000],
    ['from its beginning, if it is taller', 5_000, 1_000],
  ])('shows it %s', (_, height, top) => {
    const list = listOf([1_000, height, 1_000]);
    expect(scrollTopOf(centeredAt(2), 1, list, view)).toBe(top);
  });
});

describe('the unread divider', () => {
  const rowsWith = (unread: number) =>
    Array.from({ length: 20 }, (_, index) => ({ hasUnreadLine: index === unread }) as Row);

  test.each([
    ['above', 5, true],
    ['below', 15, false],
    ['missing from', -1, false],
  ])('is found to be %s what the list shows at its end', (_, unread, isAbove) => {
    const list = listOf(Array.from({ length: 20 }, () => 64));
    expect(isUnreadAboveEnd(rowsWith(unread), list, view)).toBe(isAbove);
  });
});
