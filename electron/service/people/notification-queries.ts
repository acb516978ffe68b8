import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { prepared } from '../../database/prepared';
import type { Schema } from '../../database/schema';

const notifications = prepared((db, argument: { person: number; before: number; limit: number }) =>
  db
    .selectFrom('notification')
    .selectAll()
    .where('person_id', '=', argument.person)
    .where('id', '<', argument.before)
    .orderBy('id', 'desc')
    .limit(argument.limit),
);

/** Returns a person's notifications before an ID, newest first; `before` 0 starts at the newest. */
export function listNotifications(db: Db, person: number, before: number, limit: number) {
  return notifications(db, { person, before: before > 0 ? before : Number.MAX_SAFE_INTEGER, limit });
}

/** Enough for what comes while someone reads. */
const OLDEST = 50;

const oldestUnread = prepared((db, argument: { person: number }) =>
  db
    .selectFrom('notification')
    .leftJoin('message_place as place', (join) =>
      join
        .onRef('place.id', '=', 'notification.item_id')
        .on('notification.item_kind', '=', sql.lit('message')),
    )
    .leftJoin('message', (join) =>
      join.onRef('message.dialog_id', '=', 'place.dialog_id').onRef('message.id', '=', 'place.id'),
    )
    .select(['notification.id', 'notification.type', 'notification.item_id'])
    .select(['message.dialog_id', 'message.thread_id'])
    .where('notification.person_id', '=', argument.person)
    .where('notification.id', '>', (eb) =>
      eb.selectFrom('person').select('notifications_read_id').where('person.id', '=', argument.person),
    )
    .where('notification.is_read', '=', sql.lit(0))
    .orderBy('notification.id')
    .limit(sql.lit(OLDEST)),
);

/** Returns a person's oldest unread notifications, those of messages with where they stand. */
export function listOldestUnread(db: Db, person: number) {
  return oldestUnread(db, { person });
}

/** Whether a person has an unread notification of a type from someone. */
export async function hasUnreadNotification(
  db: Db,
  of: { person: number; user: number; type: Schema['notification']['type'] },
): Promise<boolean> {
  const row = await db
    .selectFrom('notification')
    .select('id')
    .where('person_id', '=', of.person)
    .where('user_id', '=', of.user)
    .where('type', '=', of.type)
    .where('id', '>', (eb) =>
      eb.selectFrom('person').select('notifications_read_id').where('person.id', '=', of.person),
    )
    .where('is_read', '=', 0)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks one of a person's notifications as read, wherever the mark is. Returns whether it was unread. */
export async function setNotificationRead(db: Db, person: number, id: number): Promise<boolean> {
  const result = await db
    .updateTable('notification')
    .set({ is_read: 1 })
    .where('person_id', '=', person)
    .where('id', '=', id)
    .where('is_read', '=', 0)
    .where('id', '>', (eb) =>
      eb.selectFrom('person').select('notifications_read_id').where('person.id', '=', person),
    )
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Moves a person's notification read mark forward, up to an ID. Returns whether it moved. */
export async function advanceNotificationMark(db: Db, person: number, upTo: number): Promise<boolean> {
  const newest = await db
    .selectFrom('notification')
    .select('id')
    .where('person_id', '=', person)
    .where('id', '<=', upTo)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest) return false;
  const result = await db
    .updateTable('person')
    .set({ notifications_read_id: newest.id })
    .where('id', '=', person)
    .where('notifications_read_id', '<', newest.id)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
