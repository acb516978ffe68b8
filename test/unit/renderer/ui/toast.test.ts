import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToastList, undoTime } from '../../../../renderer/ui/overlays/toasts/toast.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function hidden(): { list: ToastList; expired: () => boolean } {
  const list = new ToastList();
  const onexpire = vi.fn<() => void>();
  list.show({ message: 'Deleted', undo: { label: 'Undo', run: () => undefined }, onexpire });
  return { list, expired: () => onexpire.mock.calls.length > 0 };
}

test('a toast with Undo ends after its time', () => {
  const { expired } = hidden();
  vi.advanceTimersByTime(undoTime - 200);
  expect(expired()).toBe(false);
  vi.advanceTimersByTime(200);
  expect(expired()).toBe(true);
});

test('it ends in time also where the timers of a window that can’t be seen are held back', () => {
  const { expired } = hidden();
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + undoTime);
  vi.advanceTimersToNextTimer();
  expect(expired()).toBe(true);
});

test('it waits while it is held', () => {
  const { list, expired } = hidden();
  list.all[0]!.held = true;
  vi.advanceTimersByTime(undoTime * 2);
  expect(expired()).toBe(false);
  list.all[0]!.held = false;
  vi.advanceTimersByTime(undoTime);
  expect(expired()).toBe(true);
});

test('one that only says the same as another takes its place', () => {
  const list = new ToastList();
  const messages = () => list.all.map(({ options }) => options.message);
  list.show({ message: 'Added' });
  list.show({ message: 'Removed' });
  vi.advanceTimersByTime(4_000);
  list.show({ message: 'Added' });
  expect(messages()).toEqual(['Removed', 'Added']);
  vi.advanceTimersByTime(4_000);
  expect(messages()).toEqual(['Added']);
});

test('one whose end has an effect stays beside another that says the same', () => {
  const { list, expired } = hidden();
  list.show({ message: 'Deleted' });
  list.show({ message: 'Deleted', undo: { label: 'Undo', run: () => undefined } });
  expect(list.all).toHaveLength(3);
  expect(expired()).toBe(false);
});
