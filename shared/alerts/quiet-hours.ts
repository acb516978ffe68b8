/** When nothing pops up or sounds: on some days of the week, from one time of the day to another. */
export type QuietHours = {
  isOn: boolean;
  /** The days on which they begin: 1 is Monday, 7 Sunday. */
  days: number[];
  /** Minutes since midnight on this device's clock; an end that isn't later than the beginning is on the next day. */
  from: number;
  to: number;
  /** Dialogs that are heard nevertheless. */
  except: number[];
};

/** What is offered to whoever turns them on for the first time: every night from ten to seven. */
export const usualQuietHours: QuietHours = {
  isOn: false,
  days: [1, 2, 3, 4, 5, 6, 7],
  from: 22 * 60,
  to: 7 * 60,
  except: [],
};

/** Whether it is quiet at a moment, as the clock of this device shows it; `dialog` is where something was said. */
export function isQuiet(hours: QuietHours, at: Date, dialog?: number): boolean {
  const { isOn, days, from, to, except } = hours;
  if (!isOn || (dialog !== undefined && except.includes(dialog))) return false;
  const minute = at.getHours() * 60 + at.getMinutes();
  const today = ((at.getDay() + 6) % 7) + 1;
  const yesterday = ((today + 5) % 7) + 1;
  if (from < to) return days.includes(today) && minute >= from && minute < to;
  return (days.includes(today) && minute >= from) || (days.includes(yesterday) && minute < to);
}

/** Other programs may write them too: what is no quiet hours is null. */
export function quietHoursIn(value: unknown): QuietHours | null {
  if (typeof value !== 'object' || value === null) return null;
  const { isOn, days, from, to, except } = value as Record<string, unknown>;
  const isMinute = (one: unknown): one is number =>
    Number.isInteger(one) && Number(one) >= 0 && Number(one) < 1440;
  const isList = (list: unknown): list is number[] => Array.isArray(list) && list.every(Number.isSafeInteger);
  if (typeof isOn !== 'boolean' || !isMinute(from) || !isMinute(to)) return null;
  return isList(days) && isList(except) ? { isOn, days, from, to, except } : null;
}
