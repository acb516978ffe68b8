import { vi } from 'vitest';
import type { TestClock } from '../../../support/service';
import type { Recording } from '../recorder';

/** What housekeeping does in an hour; the sweep of bytes, which waits for the disk, is its last. */
export async function upkeep(clock: TestClock, recording: Recording): Promise<void> {
  for (const ahead of [YEAR, -YEAR]) {
    clock.advance(ahead);
    await passMinute();
  }
  clock.advance(30 * DAY);
  const isSwept = () => !recording.neverRun().some((name) => OF_SWEEP.test(name));
  for (let minute = 0; minute < 100_000 && (minute < 62 || !isSwept()); minute++) {
    await passMinute();
  }
}

const OF_SWEEP = /: (findReferencedHashes|saveLastContentSweep)$/;
const DAY = 24 * 3600;
const YEAR = 365 * DAY;

async function passMinute(): Promise<void> {
  vi.advanceTimersByTime(60_000);
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
}
