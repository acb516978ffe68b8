import type { Insertable } from 'kysely';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

/** Returns a promo by its code. */
export function findPromo(db: Db, code: string) {
  return db.selectFrom('promo').selectAll().where('code', '=', code).executeTakeFirst();
}

/** Returns up to `limit` promos, newest first. */
export function listPromos(db: Db, limit: number) {
  return db
    .selectFrom('promo')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('code')
    .limit(limit)
    .execute();
}

/** Stores a promo. */
export async function insertPromo(db: Db, promo: Insertable<Schema['promo']>): Promise<void> {
  await db.insertInto('promo').values(promo).execute();
}

/** Deletes a promo and its claims. Returns whether it existed. */
export async function deletePromo(db: Db, code: string): Promise<boolean> {
  await db.deleteFrom('promo_claim').where('code', '=', code).execute();
  const { numDeletedRows } = await db.deleteFrom('promo').where('code', '=', code).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Consumes one use of a promo. Returns whether one was left. */
export async function consumePromoUse(db: Db, code: string): Promise<boolean> {
  const result = await db
    .updateTable('promo')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('code', '=', code)
    .whereRef('uses', '<', 'max_uses')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Stores that a person claimed a promo. Returns whether it was the first time. */
export async function insertPromoClaim(db: Db, claim: Insertable<Schema['promo_claim']>): Promise<boolean> {
  const result = await db
    .insertInto('promo_claim')
    .values(claim)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
