import type { Insertable } from 'kysely';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

/** A promo by its code. */
export function findPromo(db: Db, code: string) {
  return db.selectFrom('promo').selectAll().where('code', '=', code).executeTakeFirst();
}

/** Up to `limit` promos, newest first. */
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

/** Forgets a promo and who claimed it; says whether there was one. */
export async function deletePromo(db: Db, code: string): Promise<boolean> {
  await db.deleteFrom('promo_claim').where('code', '=', code).execute();
  const { numDeletedRows } = await db.deleteFrom('promo').where('code', '=', code).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Counts a use of a promo; says whether one was left. */
export async function takeUse(db: Db, code: string): Promise<boolean> {
  const result = await db
    .updateTable('promo')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('code', '=', code)
    .whereRef('uses', '<', 'max_uses')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Notes that a person claimed a promo; says whether it was the first time. */
export async function insertClaim(db: Db, claim: Insertable<Schema['promo_claim']>): Promise<boolean> {
  const result = await db
    .insertInto('promo_claim')
    .values(claim)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
