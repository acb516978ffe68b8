import type { Db } from '../../database/open';

/** The numbers of the different things that a person has, the newest first. */
export async function listItemsOf(db: Db, person: number): Promise<number[]> {
  const rows = await db
    .selectFrom('gift')
    .select('item')
    .where('person_id', '=', person)
    .groupBy('item')
    .orderBy((eb) => eb.fn.max('id'), 'desc')
    .execute();
  return rows.map((row) => row.item);
}
