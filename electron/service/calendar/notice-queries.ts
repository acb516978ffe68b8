import type { Insertable, Selectable } from 'kysely';
import type { CalendarAnswer } from '../../../shared/contract/records';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

/** A row of the calendar_notice table. */
export type CalendarNoticeRow = Selectable<Schema['calendar_notice']>;

/** Returns when the next notice is due. */
export async function findNextNotice(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('calendar_notice')
    .select('due_at')
    .where('due_at', '>', 0)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at;
}

/** Returns notices that are due, the earliest first. */
export function listDueNotices(db: Db, now: number, limit: number): Promise<CalendarNoticeRow[]> {
  return db
    .selectFrom('calendar_notice')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

export function findNotice(db: Db, id: number): Promise<CalendarNoticeRow | undefined> {
  return db.selectFrom('calendar_notice').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Stores a notice in place of an earlier one of its type about the same event. */
export async function replaceNotice(db: Db, notice: Insertable<Schema['calendar_notice']>): Promise<void> {
  await deleteNotices(db, notice.message_id, [notice.type]);
  await db.insertInto('calendar_notice').values(notice).execute();
}

/** Records up to which person a notice was sent. */
export async function continueNotice(db: Db, id: number, after: number): Promise<void> {
  await db.updateTable('calendar_notice').set({ after_id: after }).where('id', '=', id).execute();
}

export async function deleteNotice(db: Db, id: number): Promise<void> {
  await db.deleteFrom('calendar_notice').where('id', '=', id).execute();
}

/** Deletes notices of some types about an event. */
export async function deleteNotices(
  db: Db,
  message: number,
  types: readonly CalendarNoticeRow['type'][],
): Promise<void> {
  await db
    .deleteFrom('calendar_notice')
    .where('message_id', '=', message)
    .where('type', 'in', types)
    .execute();
}

/** Returns members of an event's dialog who gave one of some answers, from those after an ID. */
export async function listAnsweredMembers(
  db: Db,
  event: { message_id: number; dialog_id: number },
  { answers, after, limit }: { answers: readonly CalendarAnswer[]; after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('calendar_answer')
    .select('calendar_answer.person_id')
    .where('calendar_answer.message_id', '=', event.message_id)
    .where('calendar_answer.person_id', '>', after)
    .where('calendar_answer.answer', 'in', answers)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('member')
          .select('member.person_id')
          .where('member.dialog_id', '=', event.dialog_id)
          .whereRef('member.person_id', '=', 'calendar_answer.person_id'),
      ),
    )
    .orderBy('calendar_answer.person_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.person_id);
}
