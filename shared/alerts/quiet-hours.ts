/** When system notifications are suppressed: on some weekdays, from one time of day to another. */
export type QuietHours = {
  isOn: boolean;
  /** Weekdays on which they start: 1 is Monday, 7 Sunday. */
  days: number[];
  /** Minutes since midnight in the device's time zone; an end that isn't after the start is on the next day. */
  from: number;
  to: number;
  /** IDs of dialogs that notify regardless. */
  except: number[];
};

/** The default when they are turned on for the first time: every night from 22:00 to 7:00. */
export const defaultQuietHours: QuietHours = {
  isOn: false,
  days: [1, 2, 3, 4, 5, 6, 7],
  from: 22 * 60,
  to: 7 * 60,
  except: [],
};

/** Whether notifications are suppressed at a time, in the device's time zone; `dialog` is where a message was sent. */
export function isQuiet(hours: QuietHours, at: Date, dialog?: number): boolean {
  const { isOn, days, from, to, except } = hours;
  if (!isOn || (dialog !== undefined && except.includes(dialog))) return false;
  const minute = at.getHours() * 60 + at.getMinutes();
  const today = ((at.getDay() + 6) % 7) + 1;
  const yesterday = ((today + 5) % 7) + 1;
  if (from < to) return days.includes(today) && minute >= from && minute < to;
  return (days.includes(today) && minute >= from) || (days.includes(yesterday) && minute < to);
}

/** Validates stored quiet hours, which other programs may have written; null if they are invalid. */
export function parseQuietHours(value: unknown): QuietHours | null {
  if (typeof value !== 'object' || value === null) return null;
  const { isOn, days, from, to, except } = value as Record<string, unknown>;
  const isMinute = (value: unknown): value is number =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1440;
  const isList = (list: unknown): list is number[] => Array.isArray(list) && list.every(Number.isSafeInteger);
  if (typeof isOn !== 'boolean' || !isMinute(from) || !isMinute(to)) return null;
  return isList(days) && isList(except) ? { isOn, days, from, to, except } : null;
}
