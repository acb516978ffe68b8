import type { Db } from '../../database/open';

/** Returns the IDs of the distinct items a person has, newest first. */
export async function listOwnedItems(db: Db, person: number): Promise<number[]> {
  const rows = await db
    .selectFrom('gift')
    .select('item')
    .where('person_id', '=', person)
    .groupBy('item')
    .orderBy((eb) => eb.fn.max('id'), 'desc')
    .execute();
  return rows.map((row) => row.item);
}
