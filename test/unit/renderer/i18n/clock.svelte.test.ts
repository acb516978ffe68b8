// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { clock } from '../../../../renderer/i18n/clock.svelte';
import { dayLine, lastSeen, listTime, timeAgo } from '../../../../renderer/i18n/format';
import { language } from '../../../../renderer/i18n/index.svelte';

beforeAll(() => language.begin());

/** Returns what a text on the screen says, at any time after it was written. */
function shown(text: () => string): () => string {
  let last = '';
  const stop = $effect.root(() => {
    $effect(() => void (last = text()));
  });
  onTestFinished(stop);
  flushSync();
  return () => {
    flushSync();
    return last;
  };
}

function startAt(time: string): number {
  vi.useFakeTimers({ now: new Date(time) });
  onTestFinished(() => void vi.useRealTimers());
  onTestFinished(clock.start());
  return Date.now() / 1000;
}

test('ages on the screen go on with the time', () => {
  const time = startAt('2026-11-27T12:00:00');
  const [age, seen] = [shown(() => timeAgo(time)), shown(() => lastSeen(time))];
  expect([age(), seen()]).toEqual(['just now', 'last seen just now']);
  vi.advanceTimersByTime(5 * 60_000);
  expect([age(), seen()]).toEqual(['5 min ago', 'last seen 5 minutes ago']);
});

test('today becomes yesterday at midnight', () => {
  const time = startAt('2026-11-27T23:50:00');
  const [line, inList] = [shown(() => dayLine(time)), shown(() => listTime(time))];
  expect([line(), inList()]).toEqual(['Today', '23:50']);
  vi.advanceTimersByTime(11 * 60_000);
  expect([line(), inList()]).toEqual(['Yesterday', 'Yesterday']);
});

test('a window that was asleep is right as soon as it is seen', () => {
  const time = startAt('2026-11-27T23:50:00');
  const line = shown(() => dayLine(time));
  vi.setSystemTime(new Date('2026-11-28T08:00:00'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(line()).toBe('Yesterday');
});
