import { sql, type Insertable } from 'kysely';
import type { Db } from '../../database/open';
import { prepared, preparedOne } from '../../database/prepared';
import { cachedQuery } from '../../database/caching/query-cache';
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

/** Returns the gifts that others gave to a person, newest first. */
export function listGifts(db: Db, person: number, limit: number, offset: number) {
  return gifts(db, { person, limit, offset });
}

const daily = prepared((db, argument: { person: number; day: number }) =>
  db
    .updateTable('person')
    .from('community')
    .set((eb) => ({
      coins: eb('person.coins', '+', eb.ref('community.daily_coins')),
      coins_day: argument.day,
    }))
    .where('person.id', '=', argument.person)
    .where('person.coins_day', '<', argument.day)
    .where('community.daily_coins', '>', sql.lit(0))
    .returning('person.id'),
);

const coinsDay = preparedOne((db, argument: { person: number }) =>
  db
    .selectFrom('person')
    .innerJoin('community', (join) => join.onTrue())
    .select(['person.coins_day', 'community.daily_coins'])
    .where('person.id', '=', argument.person),
);

/** Returns the last day on which a person got the community's daily coins, and how many there are. */
export const findCoinsDay = cachedQuery(
  (db, person: number) => coinsDay(db, { person }),
  (person) => person,
  { columns: { person: ['coins_day'], community: ['daily_coins'] }, limit: 10_000 },
);

/** The day on which a person last got daily coins, counted from 1970, and how many the community gives. */
export type CoinsDay = NonNullable<Awaited<ReturnType<typeof findCoinsDay>>>;

/** Adds the community's daily coins, unless the person got them on that day or later. Returns whether it added some. */
export async function giveDailyCoins(db: Db, person: number, day: number): Promise<boolean> {
  return (await daily(db, { person, day })).length > 0;
}

/** Stores a gift. */
export async function insertGift(db: Db, gift: Insertable<Schema['gift']>): Promise<void> {
  await db.insertInto('gift').values(gift).execute();
}

/** Deducts coins from a person. Returns false if there were too few. */
export async function spendCoins(db: Db, person: number, cost: number): Promise<boolean> {
  const result = await db
    .updateTable('person')
    .set((eb) => ({ coins: eb('coins', '-', cost) }))
    .where('id', '=', person)
    .where('coins', '>=', cost)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Adds coins to a person, and raises their subscription level if the new one is higher. */
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

/** Returns a person's subscription level: 0 none, 1 plus, 2 premium. */
export async function findSub(db: Db, person: number): Promise<number> {
  const row = await db.selectFrom('person').select('sub').where('id', '=', person).executeTakeFirstOrThrow();
  return row.sub;
}
