import { LIFETIMES } from '../../../shared/limits';

/** A suggested time, in Unix seconds. */
export interface SuggestedTime {
  name: 'inAnHour' | 'thisEvening' | 'tomorrowMorning';
  time: number;
}

/** Suggests times after `now` in the device's time zone; this evening only until then. */
export function suggestedTimes(now: Date): SuggestedTime[] {
  const at = (days: number, hour: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour).getTime() / 1000;
  const seconds = now.getTime() / 1000;
  const times: SuggestedTime[] = [
    { name: 'inAnHour', time: Math.ceil(seconds / 60) * 60 + 3600 },
    { name: 'thisEvening', time: at(0, EVENING) },
    { name: 'tomorrowMorning', time: at(1, MORNING) },
  ];
  return times.filter(({ time }) => time > seconds);
}

/** Formats a time for a `datetime-local` input, in the device's time zone. */
export function inputOfTime(time: number): string {
  const date = new Date(time * 1000);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Reads the value of a `datetime-local` input; NaN if it is incomplete. */
export function timeOfInput(value: string): number {
  return Math.floor(new Date(value).getTime() / 1000);
}

/** Why a time can't be scheduled; null if it can. */
export function refusalOf(time: number, now: number): 'past' | 'tooFar' | null {
  if (!(time > now)) return 'past';
  return time > now + LIFETIMES.scheduled ? 'tooFar' : null;
}

const EVENING = 19;
const MORNING = 9;
