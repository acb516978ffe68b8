import { sql } from 'kysely';
import { type GroupedNotification, type NotificationType } from '../../../shared/notifications';
import type { Db } from '../../database/open';
import { preparedOne } from '../../database/prepared';
import type { Schema } from '../../database/schema';

type ItemKind = Schema['notification']['item_kind'];

/**
 * An action of `user` on `target` that `person` was notified of. Actions of one group (rows of `notified` with the same
 * `fold`) are shown as one notification.
 */
export interface NotifiedAction {
  person: number;
  user: number;
  type: GroupedNotification;
  target: number;
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
  text: string;
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
    text: argument.text,
  }),
);

const action = preparedOne((db, argument: { person: number; type: string; target: number; user: number }) =>
  db
    .selectFrom('notified')
    .innerJoin('person', 'person.id', 'notified.person_id')
    .select(['notified.id', 'notified.item_id', 'notified.fold', 'notified.withdrawn'])
    .select('person.notifications_read_id as read_id')
    .where('notified.person_id', '=', argument.person)
    .where('notified.type', '=', argument.type as GroupedNotification)
    .where('notified.thing_id', '=', argument.target)
    .where('notified.user_id', '=', argument.user),
);

const unreadFold = preparedOne((db, argument: { person: number; type: string; target: number }) =>
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
        .where('notified.thing_id', '=', argument.target)
        .where('notified.type', '=', argument.type as GroupedNotification)
        .where('notified.person_id', '=', argument.person),
    )
    .where('notification.is_read', '=', sql.lit(0))
    .whereRef('notification.id', '>', 'person.notifications_read_id'),
);

const foldNotification = preparedOne((db, argument: { person: number; fold: number }) =>
  db
    .selectFrom('notification')
    .select(['id', 'is_read'])
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

/** Stores a notification; `fold` is the ID of its group, 0 if it covers a single action. */
export async function insertNotification(db: Db, row: NewNotificationRow): Promise<void> {
  await insert(db, row);
}

/** Returns a stored action, with the last notification that its recipient has read. */
export function findAction(db: Db, { person, user, type, target }: NotifiedAction) {
  return action(db, { person, user, type, target });
}

/** Returns the unread group of the actions of one type on an item. */
export async function findUnreadFold(
  db: Db,
  { person, type, target }: Omit<NotifiedAction, 'user'>,
): Promise<number | undefined> {
  return (await unreadFold(db, { person, type, target }))?.fold;
}

/** Returns the ID of a group's notification, and whether it was read on its own; undefined if there is none. */
export function findFoldNotification(db: Db, person: number, fold: number) {
  return foldNotification(db, { person, fold });
}

/** Stores an action as the newest of a group. */
export async function upsertAction(
  db: Db,
  { person, user, type, target }: NotifiedAction,
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
    .values({ person_id: person, user_id: user, type, thing_id: target, ...row })
    .onConflict((conflict) => conflict.columns(['person_id', 'type', 'thing_id', 'user_id']).doUpdateSet(row))
    .execute();
}

/** Withdraws or restores an action, or changes its item or group. */
export async function updateAction(
  db: Db,
  { person, user, type, target }: NotifiedAction,
  changes: { withdrawn?: 0 | 1; item_id?: number; fold?: number },
): Promise<void> {
  await db
    .updateTable('notified')
    .set(changes)
    .where('person_id', '=', person)
    .where('type', '=', type)
    .where('thing_id', '=', target)
    .where('user_id', '=', user)
    .execute();
}

/**
 * Updates the notification of a group from its actions: the newest one that is not withdrawn, and the number of people.
 * Returns its previous and its current ID; undefined where there is no notification.
 */
export async function refreshFold(db: Db, person: number, fold: number, kind: ItemKind) {
  const before = (await findFoldNotification(db, person, fold))?.id;
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
    await insert(db, { person, id, type, user, kind, item, now, fold, text: '' });
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
