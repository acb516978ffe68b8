import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
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
    .orderBy('id')
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

interface AnswerPage {
  message: number;
  answers: readonly CalendarAnswer[];
  /** The ID of the last person before the page. */
  after: number;
  limit: number;
}

/** Returns members of an event's dialog who gave one of some answers. */
export function listAnsweredMembers(db: Db, dialog: number, page: AnswerPage) {
  return answersOf(db, page)
    .where((eb) => isByMember(eb, dialog))
    .execute();
}

/** Returns who gave one of some answers to an event that was deleted. */
export function listAnsweredDeleted(db: Db, page: AnswerPage) {
  return answersOf(db, page).execute();
}

function answersOf(db: Db, { message, answers, after, limit }: AnswerPage) {
  return db
    .selectFrom('calendar_answer')
    .select(['calendar_answer.person_id as person', 'calendar_answer.answer'])
    .where('calendar_answer.message_id', '=', message)
    .where('calendar_answer.person_id', '>', after)
    .where('calendar_answer.answer', 'in', answers)
    .orderBy('calendar_answer.person_id')
    .limit(limit);
}

/**
 * Stores the title of an event that is about to be deleted with the notice that it was canceled, if that is not sent
 * yet.
 */
export async function setNoticeTitle(db: Db, message: number, title: string): Promise<void> {
  await db
    .updateTable('calendar_notice')
    .set({ title })
    .where('message_id', '=', message)
    .where('type', '=', 'event_canceled')
    .execute();
}

/** Deletes the answers to an event of those who are no longer members of its dialog. */
export async function deleteFormerMembersAnswers(
  db: Db,
  { message, dialog }: { message: number; dialog: number },
): Promise<void> {
  await db
    .deleteFrom('calendar_answer')
    .where('message_id', '=', message)
    .where((eb) => eb.not(isByMember(eb, dialog)))
    .execute();
}

function isByMember(eb: ExpressionBuilder<Schema, 'calendar_answer'>, dialog: number) {
  return eb.exists(
    eb
      .selectFrom('member')
      .select('member.person_id')
      .where('member.dialog_id', '=', dialog)
      .whereRef('member.person_id', '=', 'calendar_answer.person_id'),
  );
}

/** Deletes all answers to an event. */
export async function deleteAnswers(db: Db, message: number): Promise<void> {
  await db.deleteFrom('calendar_answer').where('message_id', '=', message).execute();
}
