// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { PostModel } from '../../../../shared/contract/records';
import { BuiltPosts } from '../../../../renderer/posts/built-posts.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Posts of a list, newest first, that a test may replace; and which of them are built. */
function listOf(...ids: number[]) {
  let posts = $state.raw(ids.map(postOf));
  let built!: BuiltPosts;
  onTestFinished($effect.root(() => void (built = new BuiltPosts(() => posts))));
  flushSync();
  return {
    show: (...ids: number[]) => {
      posts = ids.map(postOf);
      flushSync();
    },
    built: () => built.posts.map(({ ID }) => ID),
    isComplete: () => built.isComplete,
  };
}

const postOf = (ID: number) => ({ ID }) as PostModel;

function frame(): void {
  vi.advanceTimersToNextFrame();
  flushSync();
}

test('a page is built over several frames, from its newest post on', () => {
  const list = listOf();
  list.show(9, 8, 7, 6, 5);
  expect([list.built(), list.isComplete()]).toEqual([[9, 8], false]);
  frame();
  expect(list.built()).toEqual([9, 8, 7, 6]);
  frame();
  expect([list.built(), list.isComplete()]).toEqual([[9, 8, 7, 6, 5], true]);
});

test('posts that were shown before are built at once', () => {
  expect(listOf(9, 8, 7, 6).built()).toEqual([9, 8, 7, 6]);
});

test('a new post is built at once and takes no other away, nor does a deletion', () => {
  const list = listOf(9, 8, 7);
  list.show(12, 11, 10, 9, 8, 7);
  expect(list.built()).toEqual([12, 11, 10, 9, 8, 7]);
  list.show(12, 11, 9, 8);
  expect(list.built()).toEqual([12, 11, 9, 8]);
  list.show(12, 11, 9, 8, 5, 4, 3);
  expect(list.built()).toEqual([12, 11, 9, 8]);
  frame();
  expect(list.built()).toEqual([12, 11, 9, 8, 5, 4]);
});
