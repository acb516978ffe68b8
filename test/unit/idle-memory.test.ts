import { getHeapSpaceStatistics } from 'node:v8';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { releaseIdleMemory } from '../../electron/idle-memory';

const MEGABYTE = 1024 * 1024;
const LONG_MS = 60_000;

let usedProcessor = 0;

beforeEach(() => {
  vi.useFakeTimers();
  usedProcessor = 0;
  vi.spyOn(process, 'cpuUsage').mockImplementation((before) => ({
    user: usedProcessor - (before?.user ?? 0),
    system: 0,
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a process that has little to do gives memory back, a busy one does not', async () => {
  releaseIdleMemory();
  const taken = takeMemory();
  expect(taken).toBeGreaterThan(20 * MEGABYTE);

  usedProcessor += LONG_MS * 1000;
  vi.advanceTimersByTime(10_000);
  expect(youngSpace()).toBe(taken);

  // V8 shrinks it only once little is being allocated.
  const poll = { timeout: 10_000, interval: 500 };
  await expect
    .poll(() => {
      vi.advanceTimersByTime(10_000);
      return youngSpace();
    }, poll)
    .toBeLessThan(taken / 2);
});

/** Leaves the space of young objects as large as many short-lived ones make it; returns its size. */
function takeMemory(): number {
  let last: unknown[] = [];
  for (let turn = 0; turn < 200; turn++) last = Array.from({ length: 50_000 }, (_, index) => ({ index }));
  expect(last).toHaveLength(50_000);
  return youngSpace();
}

function youngSpace(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
}
