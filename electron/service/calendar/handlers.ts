import type { Parsed } from '../../../shared/contract';
import type { Author, MessageModel } from '../../../shared/contract/records';
import { AppError, invalid } from '../../../shared/errors';
import { CALENDAR } from '../../../shared/limits';
import { requirePerson } from '../access/access';
import { requireEventManager, requireMessage, requireReactor } from '../access/dialogs';
import type { Context, ReadContext } from '../context';
import type { Handlers } from '../dispatch';
import { storeEdit } from '../messages/editing';
import { messagesById } from '../messages/records';
import { authorsOf } from '../people/records';
import { emitAnswers } from './answers';
import { hasEnded, requireEnd, requireStart, scheduleNotice, scheduleReminder } from './creating';
import { eventFile } from './event-file';
import { deleteNotices } from './notice-queries';
import {
  findEvents,
  findOwnAnswers,
  listAttendees,
  listEventsBetween,
  replaceAnswer,
  updateEvent,
  type CalendarEventRow,
} from './queries';

type Names =
  | 'dialogs.calendar'
  | 'dialogs.answerEvent'
  | 'dialogs.editEvent'
  | 'dialogs.cancelEvent'
  | 'dialogs.attendees'
  | 'dialogs.eventFile';

/** Handlers of events: answering, changing, canceling and listing them. */
export const calendarHandlers = {
  'dialogs.calendar': calendar,
  'dialogs.answerEvent': answer,
  'dialogs.editEvent': edit,
  'dialogs.cancelEvent': cancel,
  'dialogs.attendees': attendees,
  'dialogs.eventFile': download,
} satisfies Pick<Handlers, Names>;

async function calendar(ctx: ReadContext, { from, to }: Parsed<'dialogs.calendar'>): Promise<MessageModel[]> {
  const { id } = requirePerson(ctx);
  if (to <= from || to > from + CALENDAR.range) throw invalid('to', 'must be after from, within 62 days');
  const { duration, page: limit } = CALENDAR;
  const found = await listEventsBetween(ctx.db, id, { from, to, duration, limit });
  const records = await messagesById(ctx, found);
  return found.flatMap((message) => records.get(message) ?? []);
}

async function answer(ctx: Context, input: Parsed<'dialogs.answerEvent'>): Promise<MessageModel> {
  const message = await requireReactor(ctx, input.message_id);
  const event = await requireActiveEvent(ctx, message.id);
  if (hasEnded(ctx, event))
    throw new AppError('conflict', 'This event is over, so answers can’t be changed.');
  const person = requirePerson(ctx).id;
  const before = (await findOwnAnswers(ctx.db, [message.id], person))[0]?.answer;
  const after = input.answer === 'none' ? undefined : input.answer;
  if (before !== after) {
    await replaceAnswer(ctx.db, { message: message.id, person }, before, after);
    emitAnswers(ctx, message);
  }
  return record(ctx, message.id);
}

async function edit(ctx: Context, input: Parsed<'dialogs.editEvent'>): Promise<MessageModel> {
  const message = await requireEventManager(ctx, input.message_id);
  const event = await requireActiveEvent(ctx, message.id);
  const { title = message.text, starts = event.starts_at, place = event.place } = input;
  const { ends = event.ends_at, description = event.description } = input;
  const isMoved = starts !== event.starts_at || ends !== event.ends_at || place !== event.place;
  if (starts !== event.starts_at) requireStart(ctx, starts, 'starts');
  requireEnd({ starts, ends }, 'ends');
  if (!isMoved && description === event.description && title === message.text) return record(ctx, message.id);
  const [now, by] = [ctx.now(), requirePerson(ctx).id];
  await updateEvent(ctx.db, message.id, {
    ...{ place, description },
    starts_at: starts,
    ends_at: ends,
    revision: event.revision + 1,
    changed_at: now,
  });
  await storeEdit(ctx, message, title);
  if (starts !== event.starts_at) await scheduleReminder(ctx, { message: message.id, starts, by });
  const isAnswered = event.going + event.maybe + event.declined > 0;
  if (isMoved && isAnswered && !hasEnded(ctx, { starts_at: starts, ends_at: ends }))
    await scheduleNotice(ctx, { message: message.id, type: 'event_changed', due: now, by });
  return record(ctx, message.id);
}

async function cancel(ctx: Context, input: Parsed<'dialogs.cancelEvent'>): Promise<{ ok: true }> {
  const message = await requireEventManager(ctx, input.message_id);
  const event = await requireEvent(ctx, message.id);
  if (event.canceled === 1) return { ok: true };
  if (hasEnded(ctx, event)) throw new AppError('conflict', 'This event is over, so it can’t be canceled.');
  const [now, by] = [ctx.now(), requirePerson(ctx).id];
  const revision = event.revision + 1;
  await updateEvent(ctx.db, message.id, { canceled: 1, revision, changed_at: now });
  await deleteNotices(ctx.db, message.id, ['event_reminder', 'event_changed']);
  if (event.going + event.maybe > 0)
    await scheduleNotice(ctx, { message: message.id, type: 'event_canceled', due: now, by });
  emitAnswers(ctx, message);
  return { ok: true };
}

async function attendees(ctx: ReadContext, input: Parsed<'dialogs.attendees'>): Promise<Author[]> {
  const { id: message } = await requireMessage(ctx, input.message_id);
  await requireEvent(ctx, message);
  const { answer: given, limit, page } = input;
  const people = await listAttendees(ctx.db, { message, answer: given }, limit, page * limit);
  const authors = await authorsOf(ctx, people);
  return people.flatMap((person) => authors.get(person) ?? []);
}

async function download(ctx: ReadContext, input: Parsed<'dialogs.eventFile'>) {
  const message = await requireMessage(ctx, input.message_id);
  return eventFile(ctx, message.text, await requireEvent(ctx, message.id));
}

async function requireEvent(ctx: ReadContext, message: number): Promise<CalendarEventRow> {
  const [event] = await findEvents(ctx.db, [message]);
  if (!event) throw new AppError('not_found');
  return event;
}

async function requireActiveEvent(ctx: ReadContext, message: number): Promise<CalendarEventRow> {
  const event = await requireEvent(ctx, message);
  if (event.canceled === 1) throw new AppError('conflict', 'This event was canceled.');
  return event;
}

async function record(ctx: ReadContext, message: number): Promise<MessageModel> {
  const found = (await messagesById(ctx, [message])).get(message);
  if (!found) throw new AppError('not_found');
  return found;
}
