import type { Insertable } from 'kysely';
import type { Db } from '../../database/open';
import { prepared } from '../../database/prepared';
import type { Schema } from '../../database/schema';

const gifts = prepared((db, argument: { person: number; limit: number; offset: number }) =>
  db
    .selectFrom('gift')
    .selectAll()
    .where('person_id', '=', argument.person)
    .whereRef('by_id', '<>', 'person_id')
    .orderBy('id', 'desc')
    .limit(argument.limit)
    .offset(argument.offset),
);

/** What others gave to a person, newest first. */
export function listGifts(db: Db, person: number, limit: number, offset: number) {
  return gifts(db, { person, limit, offset });
}

/** Stores what somebody was given. */
export async function insertGift(db: Db, gift: Insertable<Schema['gift']>): Promise<void> {
  await db.insertInto('gift').values(gift).execute();
}

/** Takes coins from a person; says whether there were enough. */
export async function spendCoins(db: Db, person: number, cost: number): Promise<boolean> {
  const result = await db
    .updateTable('person')
    .set((eb) => ({ coins: eb('coins', '-', cost) }))
    .where('id', '=', person)
    .where('coins', '>=', cost)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Gives a person coins, and a subscription where it is a higher one than they have. */
export async function grant(
  db: Db,
  person: number,
  { coins, sub }: { coins: number; sub: number },
): Promise<void> {
  await db
    .updateTable('person')
    .set((eb) => ({ coins: eb('coins', '+', coins), sub: eb.fn('max', ['sub', eb.val(sub)]) }))
    .where('id', '=', person)
    .execute();
}

/** The subscription that a person has: 0 none, 1 plus, 2 premium. */
export async function findSub(db: Db, person: number): Promise<number> {
  const row = await db.selectFrom('person').select('sub').where('id', '=', person).executeTakeFirstOrThrow();
  return row.sub;
}
