import { between, type Random } from './random';

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** How long ago the community began. */
export const DAYS = 60;

/** An hour or so in which people talk, in several dialogs at once. */
export interface TalkSession {
  /** Its first second, and how many lie between two messages. */
  begins: number;
  beat: number;
  /** Seconds before now at which it would begin if nobody slept. Whoever is drawn goes by it, whatever the time is now. */
  ago: number;
}

/** The sessions of all days up to an hour ago, about four a day, when people are awake where this runs. */
export function sessionsUntil(now: number, random: Random): TalkSession[] {
  const count = DAYS * 4;
  return Array.from({ length: count }, (_, index) => {
    const ago = (DAYS - 1) * DAY * (1 - (index + random() * 0.8) / count) + HOUR;
    return { begins: awake(now - Math.floor(ago), now), beat: between(31, 117, random), ago };
  });
}

/** A time that is night becomes the morning after it, unless that is still to come. */
export function awake(second: number, now: number): number {
  const hour = new Date(second * 1000).getHours();
  const later = second + (7 - hour) * HOUR + (hour % 3) * 20 * MINUTE;
  return hour < 7 && later < now - HOUR ? later : second;
}
