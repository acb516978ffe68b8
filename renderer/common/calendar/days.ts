/**
 * A calendar day in the device's time zone, like `2026-11-28`. Days are counted by their dates, so that they may have
 * 23 or 25 hours.
 */
export type Day = string;

/** Returns the day of a time in Unix seconds. */
export function dayAt(time: number): Day {
  const date = new Date(time * 1000);
  return dayOf(date.getFullYear(), date.getMonth(), date.getDate());
}

/** Returns when a day begins, in Unix seconds. */
export function startOf(day: Day): number {
  const { year, month, date } = partsOf(day);
  return new Date(year, month, date).getTime() / 1000;
}

/** Returns the day some days later, or earlier. */
export function addDays(day: Day, count: number): Day {
  const { year, month, date } = partsOf(day);
  return fromUtc(Date.UTC(year, month, date + count));
}

/** Returns the same date some months later, or earlier; the last of the month if it has no such date. */
export function addMonths(day: Day, count: number): Day {
  const { year, month, date } = partsOf(day);
  const last = new Date(Date.UTC(year, month + count + 1, 0)).getUTCDate();
  return fromUtc(Date.UTC(year, month + count, Math.min(date, last)));
}

/** Returns the month of a day, like `2026-11`. */
export function monthOf(day: Day): string {
  return day.slice(0, 7);
}

/** Returns the date of a day within its month. */
export function dateOf(day: Day): number {
  return partsOf(day).date;
}

/** Returns the weekday of a day: 1 (Monday) to 7. */
export function weekdayOf(day: Day): number {
  const { year, month, date } = partsOf(day);
  return new Date(Date.UTC(year, month, date)).getUTCDay() || 7;
}

/**
 * Returns the weeks that a day's month touches, as whole weeks that begin on a weekday (1 to 7), and those after it up
 * to `minWeeks`.
 */
export function weeksOf(day: Day, firstWeekday: number, minWeeks = 0): Day[][] {
  const first = `${monthOf(day)}-01`;
  const weeks: Day[][] = [];
  let start = weekStart(first, firstWeekday);
  do {
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(start, at)));
    start = addDays(start, 7);
  } while (monthOf(start) === monthOf(day) || weeks.length < minWeeks);
  return weeks;
}

/** Returns the first day of a day's week. */
export function weekStart(day: Day, firstWeekday: number): Day {
  return addDays(day, -((weekdayOf(day) - firstWeekday + 7) % 7));
}

/** Returns the weekday with which weeks begin in a language; Monday where the browser doesn't know. */
export function firstWeekdayOf(locale: string): number {
  const known = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1;
}

function partsOf(day: Day): { year: number; month: number; date: number } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return { year, month: month - 1, date };
}

function dayOf(year: number, month: number, date: number): Day {
  return fromUtc(Date.UTC(year, month, date));
}

function fromUtc(time: number): Day {
  return new Date(time).toISOString().slice(0, 10);
}
