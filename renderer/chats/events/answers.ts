import type { CalendarAnswer, CalendarEvent } from '../../../shared/contract/records';
import { CALENDAR } from '../../../shared/limits';

/** The answers to an event, in the order in which they are offered. */
export const ANSWERS = ['going', 'maybe', 'declined'] as const satisfies readonly CalendarAnswer[];

/** Whether an event is over. */
export function isOver({ Starts, Ends }: Pick<CalendarEvent, 'Starts' | 'Ends'>, now: number): boolean {
  return (Ends || Starts + CALENDAR.withoutEnd) <= now;
}

/** How many people gave an answer. */
export function countOf(event: CalendarEvent, answer: CalendarAnswer): number {
  return { going: event.Going, maybe: event.Maybe, declined: event.Declined }[answer];
}
