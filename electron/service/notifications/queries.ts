import { sql } from 'kysely';
import {
  SECURITY_NOTIFICATIONS,
  type GroupedNotification,
  type NotificationType,
} from '../../../shared/notifications';
import type { Db } from '../../database/open';
import { listOf, prepared, preparedOne } from '../../database/prepared';
import type { Schema } from '../../database/schema';

type ItemKind = Schema['notification']['item_kind'];

/** An action that a person was notified of. Rows of `notified` with the same `fold` are shown as one notification. */
export interface NotifiedAction {
  person: number;
  user: number;
  type: GroupedNotification;
  thing: number;
}

/** The key of a notification. */
export interface NotificationKey {
  person_id: number;
  id: number;
}

type NewNotificationRow = {
  person: number;
  id: number;
  type: string;
  user: number;
  kind: string;
  item: number;
  now: number;
  fold: number;
};

const insert = preparedOne((db, argument: NewNotificationRow) =>
  db.insertInto('notification').values({
    person_id: argument.person,
    id: argument.id,
    type: argument.type as NotificationType,
    user_id: argument.user,
    item_kind: argument.kind as ItemKind,
    item_id: argument.item,
    created_at: argument.now,
    fold: argument.fold,
  }),
);

const action = preparedOne((db, argument: { person: number; type: string; thing: number; user: number }) =>
  db
    .selectFrom('notified')
    .innerJoin('person', 'person.id', 'notified.person_id')
    .select(['notified.id', 'notified.fold', 'notified.withdrawn', 'person.notifications_read_id as read_id'])
    .where('notified.person_id', '=', argument.person)
    .where('notified.type', '=', argument.type as GroupedNotification)
    .where('notified.thing_id', '=', argument.thing)
    .where('notified.user_id', '=', argument.user),
);

const unreadFold = preparedOne((db, argument: { person: number; type: string; thing: number }) =>
  db
    .selectFrom('notification')
    .innerJoin('person', 'person.id', 'notification.person_id')
    .select('notification.fold')
    .where('notification.person_id', '=', argument.person)
    .where('notification.fold', '>', sql.lit(0))
    .where('notification.fold', '=', (eb) =>
      eb
        .selectFrom('notified')
        .select((inner) => inner.fn.max<number>('notified.fold').as('fold'))
        .where('notified.thing_id', '=', argument.thing)
        .where('notified.type', '=', argument.type as GroupedNotification)
        .where('notified.person_id', '=', argument.person),
    )
    .whereRef('notification.id', '>', 'person.notifications_read_id'),
);

const foldId = preparedOne((db, argument: { person: number; fold: number }) =>
  db
    .selectFrom('notification')
    .select('id')
    .where('person_id', '=', argument.person)
    .where('fold', '=', argument.fold)
    .where('fold', '>', sql.lit(0)),
);

const newest = preparedOne((db, argument: { person: number; fold: number }) =>
  db
    .selectFrom('notified')
    .selectAll()
    .where('person_id', '=', argument.person)
    .where('fold', '=', argument.fold)
    .where('withdrawn', '=', sql.lit(0))
    .orderBy('id', 'desc')
    .limit(1),
);

const peopleCount = preparedOne((db, argument: { person: number; fold: number }) =>
  db
    .selectFrom('notified')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('person_id', '=', argument.person)
    .where('fold', '=', argument.fold)
    .where('withdrawn', '=', sql.lit(0)),
);

const affected = prepared((db, argument: { person: number; user: number; folds: string }) =>
  db
    .selectFrom('notification')
    .select(['id', 'fold'])
    .where('person_id', '=', argument.person)
    .where('user_id', '=', argument.user)
    .where('fold', '=', sql.lit(0))
    .unionAll(
      db
        .selectFrom('notification')
        .select(['id', 'fold'])
        .where('person_id', '=', argument.person)
        .where('fold', '>', sql.lit(0))
        .where('fold', 'in', listOf(argument.folds)),
    ),
);

const deleteActionsBetween = prepared((db, argument: { person: number; user: number }) =>
  db
    .deleteFrom('notified')
    .where('user_id', '=', argument.user)
    .where('person_id', '=', argument.person)
    .returning('fold'),
);

/** Stores a notification; `fold` is 0 if it covers a single action. */
export async function insertNotification(db: Db, row: NewNotificationRow): Promise<void> {
  await insert(db, row);
}

const trim = prepared((db, argument: { person: number; limit: number }) =>
  db
    .deleteFrom('notification')
    .where('person_id', '=', argument.person)
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('notification as newest')
        .select('newest.id')
        .where('newest.person_id', '=', argument.person)
        .orderBy('newest.id', 'desc')
        .limit(1)
        .offset(argument.limit),
    )
    .where('type', 'not in', [...SECURITY_NOTIFICATIONS])
    .returning('id'),
);

/** Deletes a person's oldest notifications beyond `limit`, except those about account security. Returns their IDs. */
export async function deleteOldestNotifications(db: Db, person: number, limit: number): Promise<number[]> {
  return (await trim(db, { person, limit })).map((row) => row.id);
}

/** Returns a stored action, with how far its recipient has read. */
export function findAction(db: Db, { person, user, type, thing }: NotifiedAction) {
  return action(db, { person, user, type, thing });
}

/** Returns the unread fold that covers an action on an item. */
export async function findUnreadFold(db: Db, of: Omit<NotifiedAction, 'user'>): Promise<number | undefined> {
  return (await unreadFold(db, { person: of.person, type: of.type, thing: of.thing }))?.fold;
}

/** Returns the current ID of a fold's notification; undefined if there is none. */
export async function findFoldId(db: Db, person: number, fold: number): Promise<number | undefined> {
  return (await foldId(db, { person, fold }))?.id;
}

/** Stores an action as the newest of a fold. */
export async function upsertAction(
  db: Db,
  { person, user, type, thing }: NotifiedAction,
  values: { id: number; fold: number; item: number; now: number },
): Promise<void> {
  const row = {
    id: values.id,
    fold: values.fold,
    item_id: values.item,
    withdrawn: 0 as const,
    created_at: values.now,
  };
  await db
    .insertInto('notified')
    .values({ person_id: person, user_id: user, type, thing_id: thing, ...row })
    .onConflict((conflict) => conflict.columns(['person_id', 'type', 'thing_id', 'user_id']).doUpdateSet(row))
    .execute();
}

/** Withdraws or restores an action, or changes its item or fold. */
export async function updateAction(
  db: Db,
  { person, user, type, thing }: NotifiedAction,
  changes: { withdrawn?: 0 | 1; item_id?: number; fold?: number },
): Promise<void> {
  await db
    .updateTable('notified')
    .set(changes)
    .where('person_id', '=', person)
    .where('type', '=', type)
    .where('thing_id', '=', thing)
    .where('user_id', '=', user)
    .execute();
}

/**
 * Updates the notification of a fold from its actions: the newest one that is not withdrawn, and the number of people.
 * Returns its ID before and now; undefined if there was or is none.
 */
export async function refreshFold(db: Db, person: number, fold: number, kind: ItemKind) {
  const before = await findFoldId(db, person, fold);
  const top = await newest(db, { person, fold });
  if (!top) {
    await db
      .deleteFrom('notification')
      .where('person_id', '=', person)
      .where('id', '=', before ?? 0)
      .execute();
    return { before, now: undefined };
  }
  if (before === undefined) {
    const { id, type, user_id: user, item_id: item, created_at: now } = top;
    await insert(db, { person, id, type, user, kind, item, now, fold });
  }
  const { count = 1 } = (await peopleCount(db, { person, fold })) ?? {};
  const { id, user_id, item_id, created_at } = top;
  await db
    .updateTable('notification')
    .set({ id, user_id, item_id, created_at, people: count })
    .where('person_id', '=', person)
    .where('id', '=', before ?? id)
    .execute();
  return { before, now: id };
}

/** Deletes all notifications about items. Returns their keys. */
export async function deleteNotificationsAbout(
  db: Db,
  kind: ItemKind,
  items: readonly number[],
): Promise<NotificationKey[]> {
  const ids = JSON.stringify(items);
  const folded = await sql<NotificationKey>`
    DELETE FROM notification WHERE fold > 0 AND (person_id, fold) IN (
      SELECT person_id, fold FROM notified WHERE thing_id IN (SELECT value FROM json_each(${ids})))
    RETURNING person_id, id`.execute(db);
  await db.deleteFrom('notified').where('thing_id', 'in', listOf(ids)).execute();
  const single = await db
    .deleteFrom('notification')
    .where('item_kind', '=', kind)
    .where('item_id', 'in', listOf(ids))
    .returning(['person_id', 'id'])
    .execute();
  return [...folded.rows, ...single];
}

/** Deletes the notifications of one type that a person got from someone. Returns their IDs. */
export async function deleteNotificationsOfKind(
  db: Db,
  of: { person: number; user: number; type: NotificationType },
): Promise<number[]> {
  const rows = await db
    .deleteFrom('notification')
    .where('user_id', '=', of.user)
    .where('person_id', '=', of.person)
    .where('type', '=', of.type)
    .where('fold', '=', sql.lit(0))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Deletes what a person was told about someone, also from folds that cover others as well. Notifications about account
 * security stay. Returns the IDs of those that are gone and of those that changed.
 */
export async function deleteNotificationsOf(
  db: Db,
  person: number,
  user: number,
): Promise<{ gone: number[]; changed: number[] }> {
  const folds = await deleteActionsBetween(db, { person, user });
  const ids = JSON.stringify([...new Set(folds.map((row) => row.fold))]);
  const before = await affected(db, { person, user, folds: ids });
  await db
    .deleteFrom('notification')
    .where('person_id', '=', person)
    .where('user_id', '=', user)
    .where('fold', '=', sql.lit(0))
    .where('type', 'not in', [...SECURITY_NOTIFICATIONS])
    .execute();
  await sql`
    DELETE FROM notification WHERE person_id = ${person} AND fold > 0
      AND fold IN (SELECT value FROM json_each(${ids})) AND NOT EXISTS (
        SELECT 1 FROM notified WHERE notified.person_id = notification.person_id
          AND notified.fold = notification.fold AND notified.withdrawn = 0)`.execute(db);
  await sql`
    UPDATE notification SET
      people = (SELECT count(*) FROM notified WHERE notified.person_id = notification.person_id
        AND notified.fold = notification.fold AND notified.withdrawn = 0),
      (id, user_id, item_id, created_at) = (
        SELECT id, user_id, item_id, created_at FROM notified
        WHERE notified.person_id = notification.person_id
          AND notified.fold = notification.fold AND notified.withdrawn = 0 ORDER BY id DESC LIMIT 1)
    WHERE person_id = ${person} AND fold > 0 AND fold IN (SELECT value FROM json_each(${ids}))`.execute(db);
  const after = await affected(db, { person, user, folds: ids });
  const left = new Set(after.map((row) => row.id));
  return {
    gone: before.map((row) => row.id).filter((id) => !left.has(id)),
    changed: after.filter((row) => row.fold > 0).map((row) => row.id),
  };
}
