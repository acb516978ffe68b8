import { between, type Random } from './random';

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The age of the community in days. */
export const DAYS = 60;

/** About an hour in which people write, in several dialogs at once. */
export interface TalkSession {
  /** The first second of the session, and the seconds between two messages. */
  begins: number;
  beat: number;
  /**
   * Seconds before now at which the session would begin if nobody slept. Random draws use it, so that they don't depend
   * on the current time.
   */
  ago: number;
}

/**
 * Returns the sessions of all days up to an hour ago: about four a day, while people are awake in the local time zone.
 */
export function sessionsUntil(now: number, random: Random): TalkSession[] {
  const count = DAYS * 4;
  return Array.from({ length: count }, (_, index) => {
    const ago = (DAYS - 1) * DAY * (1 - (index + random() * 0.8) / count) + HOUR;
    return { begins: awake(now - Math.floor(ago), now), beat: between(31, 117, random), ago };
  });
}

/** Moves a time at night to the next morning, unless that morning is in the future. */
export function awake(second: number, now: number): number {
  const hour = new Date(second * 1000).getHours();
  const later = second + (7 - hour) * HOUR + (hour % 3) * 20 * MINUTE;
  return hour < 7 && later < now - HOUR ? later : second;
}
