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
