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

/** Somebody did something to a thing of a person's. */
export interface Deed {
  person: number;
  user: number;
  type: GroupedNotification;
  thing: number;
}

/** A notification of a person's, by its number. */
export interface Told {
  person_id: number;
  id: number;
}

type NewRow = {
  person: number;
  id: number;
  type: string;
  user: number;
  kind: string;
  item: number;
  now: number;
  fold: number;
};

const insert = preparedOne((db, argument: NewRow) =>
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

const deed = preparedOne((db, argument: { person: number; type: string; thing: number; user: number }) =>
  db
    .selectFrom('notified')
    .innerJoin('person', 'person.id', 'notified.person_id')
    .select(['notified.id', 'notified.fold', 'notified.withdrawn', 'person.notifications_read_id as read_id'])
    .where('notified.person_id', '=', argument.person)
    .where('notified.type', '=', argument.type as GroupedNotification)
    .where('notified.thing_id', '=', argument.thing)
    .where('notified.user_id', '=', argument.user),
);

const openFold = preparedOne((db, argument: { person: number; type: string; thing: number }) =>
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

const people = preparedOne((db, argument: { person: number; fold: number }) =>
  db
    .selectFrom('notified')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('person_id', '=', argument.person)
    .where('fold', '=', argument.fold)
    .where('withdrawn', '=', sql.lit(0)),
);

const foldsBetween = prepared((db, argument: { person: number; user: number }) =>
  db
    .deleteFrom('notified')
    .where('user_id', '=', argument.user)
    .where('person_id', '=', argument.person)
    .returning('fold'),
);

/** Stores a notification; `fold` is 0 for one that tells of a single act. */
export async function insertNotification(db: Db, row: NewRow): Promise<void> {
  await insert(db, row);
}

const trim = prepared((db, argument: { person: number; kept: number }) =>
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
        .offset(argument.kept),
    )
    .where('type', 'not in', [...SECURITY_NOTIFICATIONS])
    .returning('id'),
);

/** Drops a person's oldest notifications beyond as many as are kept; those about their account's safety stay. */
export async function deleteOldestNotifications(db: Db, person: number, kept: number): Promise<number[]> {
  return (await trim(db, { person, kept })).map((row) => row.id);
}

/** What is known of a deed, with how far its person has read. */
export function findDeed(db: Db, { person, user, type, thing }: Deed) {
  return deed(db, { person, user, type, thing });
}

/** The unread fold that tells a person of what is done to a thing. */
export async function findOpenFold(db: Db, of: Omit<Deed, 'user'>): Promise<number | undefined> {
  return (await openFold(db, { person: of.person, type: of.type, thing: of.thing }))?.fold;
}

/** The number that a fold's notification has now; undefined where there is none. */
export async function findFoldId(db: Db, person: number, fold: number): Promise<number | undefined> {
  return (await foldId(db, { person, fold }))?.id;
}

/** Stores a deed anew, as the newest of a fold. */
export async function putDeed(
  db: Db,
  { person, user, type, thing }: Deed,
  as: { id: number; fold: number; item: number; now: number },
): Promise<void> {
  const row = { id: as.id, fold: as.fold, item_id: as.item, withdrawn: 0 as const, created_at: as.now };
  await db
    .insertInto('notified')
    .values({ person_id: person, user_id: user, type, thing_id: thing, ...row })
    .onConflict((conflict) => conflict.columns(['person_id', 'type', 'thing_id', 'user_id']).doUpdateSet(row))
    .execute();
}

/** Takes a deed back, lets it stand again, or gives it another item. */
export async function updateDeed(
  db: Db,
  { person, user, type, thing }: Deed,
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
 * Makes the notification of a fold what its deeds say: the newest of those that stand, and how many people it is.
 * Gives its number before and now; undefined where there was, or is, none.
 */
export async function refold(db: Db, person: number, fold: number, kind: ItemKind) {
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
  const { count = 1 } = (await people(db, { person, fold })) ?? {};
  const { id, user_id, item_id, created_at } = top;
  await db
    .updateTable('notification')
    .set({ id, user_id, item_id, created_at, people: count })
    .where('person_id', '=', person)
    .where('id', '=', before ?? id)
    .execute();
  return { before, now: id };
}

/** Takes off everybody's list what tells of things; gives what was there. */
export async function deleteNotificationsAbout(
  db: Db,
  kind: ItemKind,
  items: readonly number[],
): Promise<Told[]> {
  const ids = JSON.stringify(items);
  const folded = await sql<Told>`
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

/** Takes what tells a person of one kind of act of somebody's off their list; gives the numbers of it. */
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
 * Takes what a person was told of somebody off their list, also out of what tells of others beside. What concerns the
 * safety of their account stays.
 */
export async function deleteNotificationsOf(db: Db, person: number, user: number): Promise<void> {
  const folds = await foldsBetween(db, { person, user });
  const ids = JSON.stringify([...new Set(folds.map((row) => row.fold))]);
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
}
