import { sql } from 'kysely';
import { SECURITY_NOTIFICATIONS, type NotificationType } from '../../../shared/notifications';
import type { Db } from '../../database/open';
import { listOf, prepared } from '../../database/prepared';
import type { Schema } from '../../database/schema';

/** Identifies a notification: its ID, and the person who got it. */
export interface NotificationKey {
  person_id: number;
  id: number;
}

type ItemKind = Schema['notification']['item_kind'];

/** What a block between two people leaves: who is going to an event must know what becomes of it. */
const KEPT_ON_BLOCK: readonly NotificationType[] = [
  ...SECURITY_NOTIFICATIONS,
  'event_changed',
  'event_canceled',
];

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

/** Some items, and the people whose notifications about them are meant; null for everybody's. */
export interface NotifiedItems {
  kind: ItemKind;
  ids: readonly number[];
  people: readonly number[] | null;
}

/** Returns the people with notifications about items. */
export async function findNotifiedAbout(db: Db, kind: ItemKind, items: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('notification')
    .select('person_id')
    .where('item_kind', '=', kind)
    .where('item_id', 'in', listOf(JSON.stringify(items)))
    .execute();
  return [...new Set(rows.map((row) => row.person_id))];
}

/** Deletes notifications about items, and grouped ones of what was done to them. Returns their keys. */
export async function deleteNotificationsAbout(
  db: Db,
  { kind, ids: items, people }: NotifiedItems,
): Promise<NotificationKey[]> {
  const ids = JSON.stringify(items);
  const isOfThem = people
    ? sql<boolean>`person_id IN (SELECT value FROM json_each(${JSON.stringify(people)}))`
    : sql<boolean>`1 = 1`;
  const folded = await sql<NotificationKey>`
    DELETE FROM notification WHERE fold > 0 AND ${isOfThem} AND (person_id, fold) IN (
      SELECT person_id, fold FROM notified WHERE thing_id IN (SELECT value FROM json_each(${ids})))
    RETURNING person_id, id`.execute(db);
  await db.deleteFrom('notified').where('thing_id', 'in', listOf(ids)).where(isOfThem).execute();
  const single = await db
    .deleteFrom('notification')
    .where('item_kind', '=', kind)
    .where('item_id', 'in', listOf(ids))
    .where('fold', '=', sql.lit(0))
    .where(isOfThem)
    .returning(['person_id', 'id'])
    .execute();
  return [...folded.rows, ...single];
}

/** Withdraws what items stand for in grouped notifications. Returns these, by person and fold. */
export async function withdrawActionsAbout(
  db: Db,
  { kind, ids: items, people }: NotifiedItems,
): Promise<{ person_id: number; fold: number }[]> {
  const ids = JSON.stringify(items);
  const found = await db
    .selectFrom('notification')
    .select(['person_id', 'fold'])
    .where('item_kind', '=', kind)
    .where('item_id', 'in', listOf(ids))
    .where('fold', '>', sql.lit(0))
    .execute();
  const folds = found.filter((row) => people === null || people.includes(row.person_id));
  for (const { person_id, fold } of folds) {
    await db
      .updateTable('notified')
      .set({ withdrawn: 1 })
      .where('person_id', '=', person_id)
      .where('fold', '=', fold)
      .where('withdrawn', '=', sql.lit(0))
      .where('item_id', 'in', listOf(ids))
      .execute();
  }
  return folds;
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
 * security and about events stay. Returns the IDs of those that are gone and of those that changed.
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
    .where('type', 'not in', KEPT_ON_BLOCK)
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
