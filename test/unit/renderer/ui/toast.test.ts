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
