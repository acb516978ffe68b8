import { isolatedName } from '../../shared/characters/names-in-text';
import { clock } from './clock.svelte';
import { language, m } from './index.svelte';

/**
 * Formats times, numbers and names in the current language. All times are Unix seconds and durations are seconds, as in
 * the HTTP interface. Read in markup, a text follows the language, and the clock if it depends on the current time.
 */

/** "14:06". */
export function timeOfDay(time: number): string {
  return formatted(CLOCK, time);
}

/** "22:30", from minutes since midnight. */
export function clockTime(minutes: number): string {
  return timeOfDay(new Date(2024, 0, 1, 0, minutes).getTime() / 1000);
}

/** A fingerprint in groups of four characters, for comparing by eye. */
export function inGroups(fingerprint: string): string {
  return fingerprint.match(/.{1,4}/g)?.join(' ') ?? '';
}

/** "Monday" or "Mon", from a day number: 1 (Monday) to 7. */
export function weekdayName(day: number, isShort = false): string {
  // 1 January 2024 was a Monday.
  return capital(
    formatted({ weekday: isShort ? 'short' : 'long' }, new Date(2024, 0, day, 12).getTime() / 1000),
  );
}

/** "2 Mar 2024"; without the year if it is the current one. */
export function shortDate(time: number, now = clock.today): string {
  return formatted(sameYear(time, now) ? { day: 'numeric', month: 'short' } : shortDay, time);
}

/** "2 March 2024", always with the year. */
export function longDate(time: number): string {
  return formatted(LONG_DAY, time);
}

/** "March 2024": the title of a month's photos. */
export function monthLine(time: number): string {
  return capital(formatted({ month: 'long', year: 'numeric' }, time));
}

/** "2 March 2024 at 14:06": for the tooltip of a shorter time. */
export function fullTime(time: number): string {
  return m().common.dateAndTime(longDate(time), timeOfDay(time));
}

/**
 * "Sat, 28 November, 18:00 – 21:00": when an event takes place; `ends` 0 is left out, and the year if it is the current
 * one.
 */
export function eventTime(starts: number, ends: number, now = clock.today): string {
  const formatter = formatterOf({
    ...{ weekday: 'short', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
    ...{
      hourCycle: 'h23',
      ...(!(sameYear(starts, now) && sameYear(ends || starts, now)) && { year: 'numeric' }),
    },
  });
  return capital(ends ? formatter.formatRange(starts * 1000, ends * 1000) : formatter.format(starts * 1000));
}

/** "Saturday, 28 November": the title of a day, with the year unless it is the current one. */
export function dayTitle(time: number, now = clock.today): string {
  const year = sameYear(time, now) ? {} : ({ year: 'numeric' } as const);
  return capital(formatted({ weekday: 'long', day: 'numeric', month: 'long', ...year }, time));
}

/** "14:06" today, otherwise "2 March 2024 at 14:06": a moment within a sentence. */
export function moment(time: number): string {
  return isToday(time) ? timeOfDay(time) : fullTime(time);
}

/** The time in a chat list: "14:06" today, "Yesterday", "Tue" within a week, "2 Mar", "2 Mar 2023". */
export function listTime(time: number, now = clock.today): string {
  const days = daysBetween(time, now);
  if (days === 0) return timeOfDay(time);
  if (days === 1) return m().common.yesterday;
  if (days > 1 && days < 7) return capital(formatted({ weekday: 'short' }, time));
  return shortDate(time, now);
}

/** The date divider in a conversation: "Today", "Yesterday", "Tuesday", "2 March", "2 March 2023". */
export function dayLine(time: number, now = clock.today): string {
  const days = daysBetween(time, now);
  if (days === 0) return m().common.today;
  if (days === 1) return m().common.yesterday;
  if (days > 1 && days < 7) return capital(formatted({ weekday: 'long' }, time));
  return sameYear(time, now) ? formatted({ day: 'numeric', month: 'long' }, time) : longDate(time);
}

/** Whether a time is on the current day. */
export function isToday(time: number, now = clock.today): boolean {
  return daysBetween(time, now) === 0;
}

/** When a person was last online: "seen 5 minutes ago", "seen today at 14:06", "seen on 2 Mar"; 0 is long ago. */
export function lastSeen(time: number): string {
  const { now } = clock;
  const t = m().common;
  if (!time) return t.seenLongAgo;
  const minutes = Math.floor((now - time) / 60);
  if (minutes < 1) return t.seenJustNow;
  if (minutes < 60) return t.seenMinutesAgo(minutes);
  const days = daysBetween(time, now);
  if (days === 0) return t.seenToday(timeOfDay(time));
  if (days === 1) return t.seenYesterday(timeOfDay(time));
  return t.seenOn(shortDate(time, now));
}

/** The age of posts and notifications: "just now", "5 min ago", then as in a chat list, with the time for yesterday. */
export function timeAgo(time: number): string {
  const { now } = clock;
  const minutes = Math.floor((now - time) / 60);
  if (minutes < 1) return m().common.justNow;
  if (minutes < 60) {
    return shared(Intl.RelativeTimeFormat, { style: 'short' }).format(-minutes, 'minute');
  }
  if (daysBetween(time, now) === 1) return m().common.yesterdayAt(timeOfDay(time));
  return listTime(time, now);
}

/** "1,234" or "1 234"; `compact` gives "12K" where space is tight. */
export function number(value: number, compact = false): string {
  return (
    compact ? shared(Intl.NumberFormat, { notation: 'compact' }) : shared(Intl.NumberFormat, {})
  ).format(value);
}

/** "3:42", "1:02:07": the length of a track or video. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** "12 sec", "4 min", "2 hr": an estimate of the remaining time. */
export function timeSpan(seconds: number): string {
  const [value, unit] =
    seconds < 60 ? [seconds, 'second'] : seconds < 3600 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  const options = { style: 'unit', unit, unitDisplay: 'short' } as const;
  return shared(Intl.NumberFormat, { ...options, maximumFractionDigits: 0 }).format(value);
}

/** "in 20 seconds", "in 4 minutes": when a wait ends. */
export function timeFromNow(seconds: number): string {
  const [value, unit] =
    seconds < 60
      ? ([seconds, 'second'] as const)
      : seconds < 3600
        ? ([seconds / 60, 'minute'] as const)
        : ([seconds / 3600, 'hour'] as const);
  return shared(Intl.RelativeTimeFormat, {}).format(Math.ceil(value), unit);
}

/** "4.2 MB", "6 kB", "812 bytes": in the decimal units of file managers. */
export function fileSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1000 ** power;
  return shared(Intl.NumberFormat, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 || value >= 100 ? 0 : 1,
  }).format(value);
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** A percentage from a fraction: 0.634 is "63%" or "63 %". */
export function percent(share: number): string {
  return shared(Intl.NumberFormat, { style: 'percent' }).format(share);
}

/** The name of a country by its ISO 3166-1 code; the code itself if the name is unknown. */
export function countryName(code: string): string {
  return shared(Intl.DisplayNames, { type: 'region', fallback: 'code' }).of(code) ?? code;
}

/** The name of a language by its ISO 639-1 code, capitalized: "Ukrainian", "Українська". */
export function languageName(code: string): string {
  return capital(languageWord(code));
}

/** A list of languages by their codes: "Ukrainian and English", "Українська і англійська". */
export function languageNames(codes: string[]): string {
  return capital(nameList(codes.map(languageWord)));
}

function languageWord(code: string): string {
  return shared(Intl.DisplayNames, { type: 'language', fallback: 'code' }).of(code) ?? code;
}

/** A list of names, each in its own direction: "Ada, Olena and Taras". */
export function nameList(names: string[]): string {
  return shared(Intl.ListFormat, { type: 'conjunction' }).format(names.map(isolatedName));
}

const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const LONG_DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };
const shortDay: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };

/** The last one of options that are an object of their own, as text need not be made of these. */
const lastFormatters = new WeakMap<object, { locale: string; formatter: Intl.DateTimeFormat }>();

function formatted(options: Intl.DateTimeFormatOptions, time: number): string {
  return formatterOf(options).format(time * 1000);
}

function formatterOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { locale } = language;
  const last = lastFormatters.get(options);
  if (last?.locale === locale) return last.formatter;
  const formatter = shared(Intl.DateTimeFormat, options);
  lastFormatters.set(options, { locale, formatter });
  return formatter;
}

/**
 * A formatter of the current language. They are kept: creating one is slow compared with using it, and a list needs the
 * same ones again and again.
 */
function shared<Formatter, Options>(
  Format: new (locale: string, options: Options) => Formatter,
  options: Options,
): Formatter {
  const key = `${Format.name} ${language.locale} ${JSON.stringify(options)}`;
  const known = formatters.get(key) as Formatter | undefined;
  if (known) return known;
  const formatter = new Format(language.locale, options);
  formatters.set(key, formatter);
  return formatter;
}

const formatters = new Map<string, unknown>();

/** Calendar days in local time from `time` to `now`, not affected by daylight saving. */
function daysBetween(time: number, now: number): number {
  return dayNumber(now) - dayNumber(time);
}

function dayNumber(time: number): number {
  const date = new Date(time * 1000);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}

function sameYear(time: number, now: number): boolean {
  return new Date(time * 1000).getFullYear() === new Date(now * 1000).getFullYear();
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language.locale) + text.slice(1);
}
