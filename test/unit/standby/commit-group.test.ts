import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CommitGroup } from '../../../electron/standby/host/commit-group';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a commit after a quiet time is read at once', () => {
  const { group, read } = gathering();
  group.add(false);
  expect(read).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1000);
  group.add(false);
  expect(read).toHaveBeenCalledTimes(2);
});

test('commits soon after one that was read go with the next that is not', () => {
  const { group, read } = gathering();
  for (let commit = 0; commit < 9; commit++) {
    group.add(false);
    vi.advanceTimersByTime(20);
  }
  // Those at 0, 40, 80, 120 and 160 milliseconds.
  expect(read).toHaveBeenCalledTimes(5);
  vi.runAllTimers();
  expect(read).toHaveBeenCalledTimes(5);
});

test('no commit waits for long, whether others came before or come after it', () => {
  const { group, read } = gathering();
  group.add(false);
  vi.advanceTimersByTime(10);
  group.add(false);
  vi.advanceTimersByTime(39);
  expect(read).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1);
  expect(read).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10);
  group.add(false);
  vi.advanceTimersByTime(20);
  group.add(false);
  expect(read).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(15);
  group.add(false);
  vi.advanceTimersByTime(40);
  expect(read).toHaveBeenCalledTimes(4);
  vi.runAllTimers();
  expect(read).toHaveBeenCalledTimes(4);
});

test('an urgent commit is read at once, with those before it', () => {
  const { group, read } = gathering();
  group.add(false);
  group.add(false);
  group.add(true);
  vi.runAllTimers();
  expect(read).toHaveBeenCalledTimes(2);
});

test('what was gathered is read before a checkpoint, and only if there is something', () => {
  const { group, read } = gathering();
  group.end();
  expect(read).not.toHaveBeenCalled();
  group.add(false);
  group.add(false);
  group.end();
  group.end();
  expect(read).toHaveBeenCalledTimes(2);
});

test('after it was cancelled nothing is read', () => {
  const { group, read } = gathering();
  group.add(false);
  group.add(false);
  group.cancel();
  vi.runAllTimers();
  group.end();
  expect(read).toHaveBeenCalledOnce();
});

function gathering() {
  const read = vi.fn();
  return { group: new CommitGroup(read), read };
}
