import { vi } from 'vitest';
import type { TestClock } from '../../../support/service';
import type { Recording } from '../recorder';

/** What housekeeping does in an hour; the sweep of bytes, which waits for the disk, is its last. */
export async function upkeep(clock: TestClock, recording: Recording): Promise<void> {
  clock.advance(40 * 24 * 3600);
  const isSwept = () => !recording.neverRun().some((name) => name.endsWith(': findNamedHashes'));
  for (let minute = 0; minute < 5000 && (minute < 62 || !isSwept()); minute++) {
    vi.advanceTimersByTime(60_000);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  }
}
