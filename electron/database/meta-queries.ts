import type { Db } from './db';

/** Returns a value of the `meta` table; undefined if there is none. */
export async function findMetaValue(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value;
}

/** Writes a value to the `meta` table. */
export async function saveMetaValue(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
