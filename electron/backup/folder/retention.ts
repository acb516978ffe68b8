import { BACKUP_RETENTION } from '../../../shared/limits.ts';

/**
 * Returns the times (Unix seconds) of the backups to keep: the newest of each of the last days, weeks and months that
 * have one (in UTC). The newest backup is always included.
 */
export function selectRetained(times: readonly number[]): Set<number> {
  const newestFirst = times.toSorted((a, b) => b - a);
  const { daily, weekly, monthly } = BACKUP_RETENTION;
  return new Set([
    ...newestOfEach(newestFirst, dayOf, daily),
    ...newestOfEach(newestFirst, weekOf, weekly),
    ...newestOfEach(newestFirst, monthOf, monthly),
  ]);
}

function newestOfEach(
  newestFirst: readonly number[],
  periodOf: (seconds: number) => string | number,
  count: number,
): number[] {
  const newest = new Map<string | number, number>();
  for (const time of newestFirst) {
    const period = periodOf(time);
    if (!newest.has(period)) newest.set(period, time);
  }
  return [...newest.values()].slice(0, count);
}

const DAY = 24 * 3600;

function dayOf(seconds: number): number {
  return Math.floor(seconds / DAY);
}

/** Returns the number of the week. Weeks start on Monday; 1 January 1970 was a Thursday. */
function weekOf(seconds: number): number {
  return Math.floor((dayOf(seconds) + 3) / 7);
}

function monthOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 7);
}
