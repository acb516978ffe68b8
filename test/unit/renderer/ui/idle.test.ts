// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPaint, idle, loadWhenIdle } from '../../../../renderer/ui/idle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('code is loaded in advance when the browser says that it is idle', async () => {
  let rest = () => {};
  vi.stubGlobal('requestIdleCallback', (run: () => void) => (rest = run));
  const load = vi.fn(() => Promise.resolve());
  loadWhenIdle(load);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(load).not.toHaveBeenCalled();
  rest();
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledOnce();
});

test('code is loaded in advance in a browser that cannot say so', async () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  Reflect.deleteProperty(window, 'requestIdleCallback');
  const load = vi.fn(() => Promise.resolve());
  loadWhenIdle(load);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(load).toHaveBeenCalledOnce();
});

test('what cannot be loaded in advance disturbs nobody', async () => {
  loadWhenIdle(() => Promise.reject(new Error('The host is away.')));
  await Promise.all([idle(), vi.advanceTimersByTimeAsync(10_000)]);
});

test('what need not be there at once begins after the frames that show the rest, and ends with its owner', async () => {
  const end = vi.fn();
  const begin = vi.fn(() => end);
  const stop = afterPaint(begin);
  vi.advanceTimersToNextFrame();
  expect(begin).not.toHaveBeenCalled();
  vi.advanceTimersToNextFrame();
  await vi.advanceTimersByTimeAsync(1);
  expect(begin).toHaveBeenCalledOnce();
  stop();
  expect(end).toHaveBeenCalledOnce();
});

test('what was to begin after a paint never does if its owner is gone before', async () => {
  const begin = vi.fn();
  const stop = afterPaint(begin);
  vi.advanceTimersToNextFrame();
  stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(begin).not.toHaveBeenCalled();
});
