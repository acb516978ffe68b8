import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CommitGroup } from '../../../electron/standby/host/commit-group';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('commits of a short time are read once, and the first one never later because of others', () => {
  const read = vi.fn();
  const group = new CommitGroup(read);
  group.add(false);
  vi.advanceTimersByTime(20);
  group.add(false);
  expect(read).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5);
  expect(read).toHaveBeenCalledOnce();
  vi.runAllTimers();
  expect(read).toHaveBeenCalledOnce();
});

test('an urgent commit is read at once, with those before it', () => {
  const read = vi.fn();
  const group = new CommitGroup(read);
  group.add(false);
  group.add(true);
  vi.runAllTimers();
  expect(read).toHaveBeenCalledOnce();
});

test('what was gathered is read before a checkpoint, and only if there is something', () => {
  const read = vi.fn();
  const group = new CommitGroup(read);
  group.end();
  expect(read).not.toHaveBeenCalled();
  group.add(false);
  group.end();
  group.end();
  expect(read).toHaveBeenCalledOnce();
});

test('after it was cancelled nothing is read', () => {
  const read = vi.fn();
  const group = new CommitGroup(read);
  group.add(false);
  group.cancel();
  vi.runAllTimers();
  expect(read).not.toHaveBeenCalled();
});
