import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { CalendarAnswer } from '../../../shared/contract/records';
import type { Db } from '../../database/open';
import { listOf, prepared } from '../../database/prepared';
import { cachedQuery, isCacheable } from '../../database/caching/query-cache';
import type { Schema } from '../../database/schema';

/** A row of the calendar_event table. */
export type CalendarEventRow = Selectable<Schema['calendar_event']>;

const eventsOf = prepared((db, argument: { messages: string }) =>
  db.selectFrom('calendar_event').selectAll().where('message_id', 'in', listOf(argument.messages)),
);

const messagesWithEvents = prepared((db, argument: { limit: number }) =>
  db.selectFrom('calendar_event').select('message_id').limit(argument.limit),
);

/** Events are rare: which messages have one is remembered while there are no more than this. */
const MAX_EVENTS = 5000;

const findMessagesWithEvents = cachedQuery(
  async (db, limit: number): Promise<ReadonlySet<number> | null> => {
    const rows = await messagesWithEvents(db, { limit: limit + 1 });
    return rows.length > limit ? null : new Set(rows.map((row) => row.message_id));
  },
  (limit) => limit,
  { columns: { calendar_event: ['message_id'] }, limit: 1 },
);

const ownAnswers = prepared((db, argument: { messages: string; person: number }) =>
  db
    .selectFrom('calendar_answer')
    .selectAll()
    .where('message_id', 'in', listOf(argument.messages))
    .where('person_id', '=', argument.person),
);

const answersAmong = prepared((db, argument: { messages: string; people: string }) =>
  db
    .selectFrom('calendar_answer')
    .selectAll()
    .where('message_id', 'in', listOf(argument.messages))
    .where('person_id', 'in', listOf(argument.people)),
);

const firstGoing = prepared((db, argument: { messages: string; limit: number }) => ({
  compile: () =>
    sql<Selectable<Schema['calendar_answer']>>`
      SELECT given.message_id, given.person_id, given.answer
      FROM json_each(${argument.messages}) AS asked
      JOIN calendar_answer AS given ON given.message_id = asked.value
      WHERE given.answer = 'going' AND given.person_id IN (
        SELECT early.person_id FROM calendar_answer AS early
        WHERE early.message_id = asked.value AND early.answer = 'going'
        ORDER BY early.person_id LIMIT ${argument.limit}
      )`.compile(db),
}));

const between = prepared(
  (db, argument: { person: number; from: number; earliest: number; to: number; limit: number }) =>
    db
      .selectFrom('member')
      .innerJoin('calendar_event', 'calendar_event.dialog_id', 'member.dialog_id')
      .select('calendar_event.message_id')
      .where('member.person_id', '=', argument.person)
      .where('calendar_event.starts_at', '>=', argument.earliest)
      .where('calendar_event.starts_at', '<', argument.to)
      .where((eb) =>
        eb.or([
          eb('calendar_event.starts_at', '>=', argument.from),
          eb('calendar_event.ends_at', '>', argument.from),
        ]),
      )
      .orderBy('calendar_event.starts_at')
      .orderBy('calendar_event.message_id')
      .limit(argument.limit),
);

const upcomingAnswered = prepared((db, argument: { dialog: number; person: number; now: number }) =>
  db
    .selectFrom('calendar_event')
    .innerJoin('calendar_answer', 'calendar_answer.message_id', 'calendar_event.message_id')
    .select(['calendar_event.message_id', 'calendar_answer.answer'])
    .where('calendar_event.dialog_id', '=', argument.dialog)
    .where('calendar_event.starts_at', '>', argument.now)
    .where('calendar_answer.person_id', '=', argument.person),
);

const eventsSince = prepared((db, argument: { dialog: number; earliest: number }) =>
  db
    .selectFrom('calendar_event')
    .innerJoin('message', (join) =>
      join
        .onRef('message.dialog_id', '=', 'calendar_event.dialog_id')
        .onRef('message.id', '=', 'calendar_event.message_id'),
    )
    .select(['calendar_event.message_id', 'calendar_event.dialog_id', 'starts_at', 'ends_at', 'canceled'])
    .select(['going', 'maybe', 'declined', 'message.text as title'])
    .where('calendar_event.dialog_id', '=', argument.dialog)
    .where('starts_at', '>', argument.earliest),
);

/** Returns the events of some messages. */
export async function findEvents(db: Db, messages: readonly number[]): Promise<CalendarEventRow[]> {
  const known = isCacheable(db) ? await findMessagesWithEvents(db, MAX_EVENTS) : null;
  const asked = known ? messages.filter((id) => known.has(id)) : messages;
  return asked.length === 0 ? [] : eventsOf(db, { messages: JSON.stringify(asked) });
}

/** Returns what a person answered to some events. */
export function findOwnAnswers(db: Db, messages: readonly number[], person: number) {
  return ownAnswers(db, { messages: JSON.stringify(messages), person });
}

/** Returns what some people answered to the events of some messages. */
export async function findAnswersOf(db: Db, messages: readonly number[], people: readonly number[]) {
  if ((await findEvents(db, messages)).length === 0) return [];
  return answersAmong(db, { messages: JSON.stringify(messages), people: JSON.stringify(people) });
}

/** Returns the first few people who are going to each of some events, in the order of their IDs. */
export async function findFirstGoing(db: Db, messages: readonly number[], limit: number) {
  const rows = await firstGoing(db, { messages: JSON.stringify(messages), limit });
  return rows.sort((one, other) => one.person_id - other.person_id);
}

/**
 * Returns the messages of events in a person's dialogs that take place between two times, the earliest first.
 * `duration` is how long an event can last.
 */
export async function listEventsBetween(
  db: Db,
  person: number,
  { from, to, duration, limit }: { from: number; to: number; duration: number; limit: number },
): Promise<number[]> {
  const rows = await between(db, { person, from, earliest: from - duration, to, limit });
  return rows.map((row) => row.message_id);
}

/** Returns the events of a dialog that have not begun and that a person answered. */
export function listUpcomingAnswered(db: Db, of: { dialog: number; person: number; now: number }) {
  return upcomingAnswered(db, of);
}

/** Returns the events of a dialog that begin after `earliest`, in the past or the future, with their titles. */
export function listEventsSince(db: Db, of: { dialog: number; earliest: number }) {
  return eventsSince(db, of);
}

export async function insertEvent(db: Db, event: Insertable<Schema['calendar_event']>): Promise<void> {
  await db.insertInto('calendar_event').values(event).execute();
}

export async function updateEvent(
  db: Db,
  message: number,
  change: Updateable<Schema['calendar_event']>,
): Promise<void> {
  await db.updateTable('calendar_event').set(change).where('message_id', '=', message).execute();
}

/** Replaces what a person answered to an event, and the counts. */
export async function replaceAnswer(
  db: Db,
  { message, person }: { message: number; person: number },
  before: CalendarAnswer | undefined,
  after: CalendarAnswer | undefined,
): Promise<void> {
  await db
    .deleteFrom('calendar_answer')
    .where('message_id', '=', message)
    .where('person_id', '=', person)
    .execute();
  if (after) {
    const row = { message_id: message, person_id: person, answer: after };
    await db.insertInto('calendar_answer').values(row).execute();
  }
  await db
    .updateTable('calendar_event')
    .set((eb) => ({
      ...(before && { [before]: eb(before, '-', 1) }),
      ...(after && { [after]: eb(after, '+', 1) }),
    }))
    .where('message_id', '=', message)
    .execute();
}

/** Returns a page of the people who gave an answer. */
export async function listAttendees(
  db: Db,
  of: { message: number; answer: CalendarAnswer },
  limit: number,
  offset: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('calendar_answer')
    .select('person_id')
    .where('message_id', '=', of.message)
    .where('answer', '=', of.answer)
    .orderBy('person_id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.person_id);
}

/**
 * Deletes the events of some messages with their answers, and what was still to be sent about them, except the notices
 * of their deletion and the answers of those who are yet to get one.
 */
export async function deleteEvents(db: Db, messages: readonly number[]): Promise<void> {
  const list = listOf(JSON.stringify(messages));
  await db.deleteFrom('calendar_event').where('message_id', 'in', list).execute();
  await db.deleteFrom('calendar_notice').where('message_id', 'in', list).where('title', 'is', null).execute();
  await db
    .deleteFrom('calendar_answer')
    .where('message_id', 'in', list)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('calendar_notice')
            .select('calendar_notice.id')
            .whereRef('calendar_notice.message_id', '=', 'calendar_answer.message_id'),
        ),
      ),
    )
    .execute();
}
