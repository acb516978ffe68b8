import type { CalendarEvent } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import type { ReadContext } from '../context';
import { authorsOf } from '../people/records';
import { findEvents, findFirstGoing, findOwnAnswers } from './queries';

/** Builds the records of the events of some messages as the caller may see them. */
export async function eventsOf(
  ctx: ReadContext,
  messages: readonly number[],
): Promise<Map<number, CalendarEvent>> {
  const events = await findEvents(ctx.db, messages);
  if (events.length === 0) return new Map();
  const ids = events.map((row) => row.message_id);
  const answers = await findOwnAnswers(ctx.db, ids, ctx.caller?.id ?? 0);
  const own = new Map(answers.map((row) => [row.message_id, row.answer]));
  const first = await findFirstGoing(ctx.db, ids, LIMITS.eventPeople);
  const authors = await authorsOf(
    ctx,
    first.map((row) => row.person_id),
  );
  const going = Map.groupBy(first, (row) => row.message_id);
  return new Map(
    events.map((row) => {
      const record: CalendarEvent = {
        Starts: row.starts_at,
        Ends: row.ends_at,
        Place: row.place,
        Description: row.description,
        Canceled: row.canceled === 1,
        Going: row.going,
        Maybe: row.maybe,
        Declined: row.declined,
        Mine: own.get(row.message_id) ?? '',
        People: (going.get(row.message_id) ?? []).flatMap((one) => authors.get(one.person_id) ?? []),
      };
      return [row.message_id, record];
    }),
  );
}
