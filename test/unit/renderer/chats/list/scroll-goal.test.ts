import type { VirtualizerHandle } from 'virtua/svelte';
import { describe, expect, test } from 'vitest';
import { centeredAt, scrollTopOf } from '../../../../../renderer/chats/list/scroll-goal';

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
