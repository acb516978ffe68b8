import type { Parsed } from '../../../shared/contract';
import { codePoints } from '../../../shared/characters/code-points';
import { invalid } from '../../../shared/errors';
import { CALENDAR, LIMITS } from '../../../shared/limits';
import type { Context, ReadContext } from '../context';
import { deleteNotices, replaceNotice } from './notice-queries';
import { insertEvent } from './queries';

type NewEvent = NonNullable<Parsed<'dialogs.send'>['event']>;

/** Throws `validation_error` if a message cannot have an event. */
export function requireNewEvent(ctx: ReadContext, event: NewEvent, title: string): void {
  if (codePoints(title) > LIMITS.eventTitle)
    throw invalid('text', `must be at most ${LIMITS.eventTitle} characters for an event`);
  requireStart(ctx, event.starts, 'event.starts');
  requireEnd(event, 'event.ends');
}

/** Throws `validation_error` for a field if an event cannot begin at a time. */
export function requireStart(ctx: ReadContext, starts: number, field: string): void {
  if (starts <= ctx.now() || starts > ctx.now() + CALENDAR.ahead)
    throw invalid(field, 'must be in the future, within two years');
}

/** Throws `validation_error` for a field if an event cannot end at its time. */
export function requireEnd({ starts, ends }: { starts: number; ends: number }, field: string): void {
  if (ends > 0 && (ends <= starts || ends > starts + CALENDAR.duration))
    throw invalid(field, 'must be after the start, within 31 days');
}

/** Whether an event is over. */
export function hasEnded(ctx: ReadContext, event: { starts_at: number; ends_at: number }): boolean {
  return (event.ends_at || event.starts_at + CALENDAR.withoutEnd) <= ctx.now();
}

/** Stores the event of a new message, and when to remind of it. */
export async function storeEvent(
  ctx: Context,
  message: { id: number; dialog_id: number; author_id: number },
  { starts, ends, place, description }: NewEvent,
): Promise<void> {
  const { id: message_id, dialog_id, author_id } = message;
  await insertEvent(ctx.db, {
    ...{ message_id, dialog_id, place, description },
    starts_at: starts,
    ends_at: ends,
    changed_at: ctx.now(),
  });
  await scheduleReminder(ctx, { message: message_id, starts, by: author_id });
}

/** Schedules the reminder of an event, in place of an earlier one; none if its time has passed already. */
export async function scheduleReminder(
  ctx: Context,
  { message, starts, by }: { message: number; starts: number; by: number },
): Promise<void> {
  const due = starts - CALENDAR.reminder;
  if (due > ctx.now()) await scheduleNotice(ctx, { message, type: 'event_reminder', due, by });
  else await deleteNotices(ctx.db, message, ['event_reminder']);
}

/** Schedules a notification about an event to those whom it concerns, in place of an earlier one of its type. */
export async function scheduleNotice(
  ctx: Context,
  notice: {
    message: number;
    type: 'event_reminder' | 'event_changed' | 'event_canceled';
    due: number;
    by: number;
    /** The title of an event that is about to be deleted. */
    title?: string;
  },
): Promise<void> {
  const { message, type, due, by, title = null } = notice;
  await replaceNotice(ctx.db, { id: ctx.newId(), message_id: message, type, due_at: due, by_id: by, title });
  ctx.afterCommit(() => ctx.schedule.refresh());
}
