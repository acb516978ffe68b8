import { sql, type Insertable } from 'kysely';
import type { Db } from '../../database/open';
import { prepared, preparedOne } from '../../database/prepared';
import type { Schema } from '../../database/schema';

export { indexPerson } from './search-queries';

interface PageOf {
  person: number;
  viewer: number;
  limit: number;
  offset: number;
}

const friendIds = prepared((db, argument: PageOf & Record<string, number>) =>
  db
    .selectFrom('relation')
    .innerJoin('person', 'person.id', 'relation.target_id')
    .select('person.id')
    .where('relation.person_id', '=', argument.person)
    .where('relation.friends', '=', sql.lit(1))
    .where('person.ban', '=', sql.lit(0))
    .where('person.deleted', '=', sql.lit(0))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('block')
            .select('block.person_id')
            .where('block.person_id', '=', argument.viewer)
            .whereRef('block.target_id', '=', 'person.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('block')
            .select('block.person_id')
            .whereRef('block.person_id', '=', 'person.id')
            .where('block.target_id', '=', argument.viewer),
        ),
      ),
    )
    .orderBy('relation.created_at', 'desc')
    .orderBy('relation.target_id', 'desc')
    .limit(argument.limit)
    .offset(argument.offset),
);

const incomingIds = prepared((db, argument: { person: number; limit: number; offset: number }) =>
  db
    .selectFrom('relation')
    .innerJoin('person', 'person.id', 'relation.person_id')
    .select('person.id')
    .where('relation.target_id', '=', argument.person)
    .where('relation.friends', '=', sql.lit(0))
    .where('relation.ignored', '=', sql.lit(0))
    .where('person.ban', '=', sql.lit(0))
    .where('person.deleted', '=', sql.lit(0))
    .orderBy('relation.created_at', 'desc')
    .orderBy('relation.person_id', 'desc')
    .limit(argument.limit)
    .offset(argument.offset),
);

const outgoingIds = prepared((db, argument: { person: number; limit: number; offset: number }) =>
  db
    .selectFrom('relation')
    .innerJoin('person', 'person.id', 'relation.target_id')
    .select('person.id')
    .where('relation.person_id', '=', argument.person)
    .where('relation.friends', '=', sql.lit(0))
    .where('person.ban', '=', sql.lit(0))
    .where('person.deleted', '=', sql.lit(0))
    .orderBy('relation.created_at', 'desc')
    .orderBy('relation.target_id', 'desc')
    .limit(argument.limit)
    .offset(argument.offset),
);

const relation = preparedOne((db, argument: { person: number; target: number }) =>
  db
    .selectFrom('relation')
    .select(['friends', 'ignored'])
    .where('person_id', '=', argument.person)
    .where('target_id', '=', argument.target),
);

const notifications = prepared((db, argument: { person: number; before: number; limit: number }) =>
  db
    .selectFrom('notification')
    .selectAll()
    .where('person_id', '=', argument.person)
    .where('id', '<', argument.before)
    .orderBy('id', 'desc')
    .limit(argument.limit),
);

/** The friends of a person that a viewer may know of, by number, the newest friendship first. */
export async function listFriends(db: Db, page: PageOf): Promise<number[]> {
  return (await friendIds(db, { ...page })).map((row) => row.id);
}

/** Who asks a person to be friends, the newest first. */
export async function listIncoming(db: Db, page: Omit<PageOf, 'viewer'>): Promise<number[]> {
  return (await incomingIds(db, page)).map((row) => row.id);
}

/** Whom a person subscribed to without an answer, the newest first. */
export async function listOutgoing(db: Db, page: Omit<PageOf, 'viewer'>): Promise<number[]> {
  return (await outgoingIds(db, page)).map((row) => row.id);
}

/** The subscription of a person to another; undefined when there is none. */
export function findRelation(db: Db, person: number, target: number) {
  return relation(db, { person, target });
}

/** Stores a subscription; both rows of a friendship bear the same time. */
export async function insertRelation(db: Db, row: Insertable<Schema['relation']>): Promise<void> {
  await db.insertInto('relation').values(row).execute();
}

/** Changes what a subscription has become. */
export async function updateRelation(
  db: Db,
  { person, target }: { person: number; target: number },
  changes: { friends?: 0 | 1; ignored?: 0 | 1; created_at?: number },
): Promise<void> {
  await db
    .updateTable('relation')
    .set(changes)
    .where('person_id', '=', person)
    .where('target_id', '=', target)
    .execute();
}

/** Ends the subscription of a person to another. */
export async function deleteRelation(db: Db, person: number, target: number): Promise<void> {
  await db.deleteFrom('relation').where('person_id', '=', person).where('target_id', '=', target).execute();
}

/** Adds to (or takes from) the counts that a person's page shows. */
export async function addToCounts(
  db: Db,
  person: number,
  by: { friends?: number; followers?: number; reports?: number },
): Promise<void> {
  await db
    .updateTable('person')
    .set((eb) => ({
      friends: eb('friends', '+', by.friends ?? 0),
      followers: eb('followers', '+', by.followers ?? 0),
      reports: eb('reports', '+', by.reports ?? 0),
    }))
    .where('id', '=', person)
    .execute();
}

/** Stores a block; says whether there was none before. */
export async function insertBlock(db: Db, row: Insertable<Schema['block']>): Promise<boolean> {
  const result = await db
    .insertInto('block')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Takes a block back; says whether there was one. */
export async function deleteBlock(db: Db, person: number, target: number): Promise<boolean> {
  const result = await db
    .deleteFrom('block')
    .where('person_id', '=', person)
    .where('target_id', '=', target)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Whether a person has a report of theirs open on the same thing. */
export async function hasOpenReport(
  db: Db,
  of: { by: number; person: number; type: string; item: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('report')
    .select('id')
    .where('by_id', '=', of.by)
    .where('person_id', '=', of.person)
    .where('item_type', '=', of.type)
    .where('item_id', '=', of.item)
    .where('open', '=', 1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a report. */
export async function insertReport(db: Db, row: Insertable<Schema['report']>): Promise<void> {
  await db.insertInto('report').values(row).execute();
}

/** Everyone who administers the community. */
export async function listAdministrators(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('role', 'in', ['owner', 'admin'])
    .where('role', '<>', sql.lit('member'))
    .execute();
  return rows.map((row) => row.id);
}

/** What a dialog says of itself, for a report. */
export function findDialogWords(db: Db, dialog: number) {
  return db
    .selectFrom('dialog')
    .select(['name', 'description'])
    .where('id', '=', dialog)
    .executeTakeFirstOrThrow();
}

/** A person's notifications strictly before one, newest first; `before` 0 means from the newest. */
export function listNotifications(db: Db, person: number, before: number, limit: number) {
  return notifications(db, { person, before: before > 0 ? before : Number.MAX_SAFE_INTEGER, limit });
}

/** Whether a person has an unread notification of a kind about somebody. */
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
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes what a person was told of somebody off their list. */
export async function deleteNotificationsOf(db: Db, person: number, user: number): Promise<void> {
  await db.deleteFrom('notification').where('person_id', '=', person).where('user_id', '=', user).execute();
}

/** Moves the read mark of a person's notifications up to one of them; says whether it moved. */
export async function moveNotificationMark(db: Db, person: number, upTo: number): Promise<boolean> {
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
