import { sql, type Insertable } from 'kysely';
import type { Db } from '../../database/open';
import { prepared, preparedOne } from '../../database/prepared';
import type { Schema } from '../../database/schema';

export { indexPerson } from './search-queries';

interface RelationPage {
  person: number;
  viewer: number;
  limit: number;
  offset: number;
}

const friendIds = prepared((db, argument: RelationPage & Record<string, number>) =>
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

const blockedIds = prepared((db, argument: { person: number; limit: number; offset: number }) =>
  db
    .selectFrom('block')
    .innerJoin('person', 'person.id', 'block.target_id')
    .select('person.id')
    .where('block.person_id', '=', argument.person)
    .where('person.deleted', '=', sql.lit(0))
    .orderBy('block.target_id', 'desc')
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

/** Returns the IDs of a person's friends that a viewer may see, newest friendship first. */
export async function listFriends(db: Db, page: RelationPage): Promise<number[]> {
  return (await friendIds(db, { ...page })).map((row) => row.id);
}

/** Returns the IDs of people who sent a person a friend request, newest first. */
export async function listIncoming(db: Db, page: Omit<RelationPage, 'viewer'>): Promise<number[]> {
  return (await incomingIds(db, page)).map((row) => row.id);
}

/** Returns the IDs of people with an unanswered friend request from a person, newest first. */
export async function listOutgoing(db: Db, page: Omit<RelationPage, 'viewer'>): Promise<number[]> {
  return (await outgoingIds(db, page)).map((row) => row.id);
}

/** Returns the IDs of people whom a person blocked, by descending ID. */
export async function listBlocked(db: Db, page: Omit<RelationPage, 'viewer'>): Promise<number[]> {
  return (await blockedIds(db, page)).map((row) => row.id);
}

/** Returns a person's subscription to another; undefined if there is none. */
export function findRelation(db: Db, person: number, target: number) {
  return relation(db, { person, target });
}

/** Stores a subscription. Both rows of a friendship have the same time. */
export async function insertRelation(db: Db, row: Insertable<Schema['relation']>): Promise<void> {
  await db.insertInto('relation').values(row).execute();
}

/** Updates a subscription. */
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

/** Deletes a person's subscription to another. */
export async function deleteRelation(db: Db, person: number, target: number): Promise<void> {
  await db.deleteFrom('relation').where('person_id', '=', person).where('target_id', '=', target).execute();
}

/** Adds to (or subtracts from) the counts on a person's profile. */
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

/** Stores a block. Returns whether it is new. */
export async function insertBlock(db: Db, row: Insertable<Schema['block']>): Promise<boolean> {
  const result = await db
    .insertInto('block')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Deletes a block. Returns whether it existed. */
export async function deleteBlock(db: Db, person: number, target: number): Promise<boolean> {
  const result = await db
    .deleteFrom('block')
    .where('person_id', '=', person)
    .where('target_id', '=', target)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
