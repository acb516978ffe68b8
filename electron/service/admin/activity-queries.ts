import type { Db } from '../../database/open';

/** Identifiers that were created in a time: from the first one on, up to before the other. */
export interface IdRange {
  from: number;
  to: number;
}

/** Counts the messages of a range, with the notices of who joined or left a chat. */
export function countMessages(db: Db, range: IdRange): Promise<number> {
  return countIn(db, 'message_place', range);
}

export function countPosts(db: Db, range: IdRange): Promise<number> {
  return countIn(db, 'post', range);
}

/** Counts who registered in a range, with those who have left since. */
export function countRegistered(db: Db, range: IdRange): Promise<number> {
  return countIn(db, 'person', range);
}

/** Returns who registered last. */
export function findNewestPerson(db: Db) {
  return db
    .selectFrom('person')
    .select(['id', 'registered_at'])
    .where('deleted', '=', 0)
    .where('ban', '=', 0)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function countIn(
  db: Db,
  table: 'message_place' | 'post' | 'person',
  { from, to }: IdRange,
): Promise<number> {
  const { amount } = await db
    .selectFrom(table)
    .select((e) => e.fn.countAll<number>().as('amount'))
    .where('id', '>=', from)
    .where('id', '<', to)
    .executeTakeFirstOrThrow();
  return amount;
}
