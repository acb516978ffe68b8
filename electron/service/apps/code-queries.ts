import type { Insertable } from 'kysely';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

/** Stores an authorization code. */
export async function insertAppCode(db: Db, code: Insertable<Schema['app_code']>): Promise<void> {
  await db.insertInto('app_code').values(code).execute();
}

/** Returns an authorization code by its SHA-256, with whether its person may still use the community. */
export function findAppCode(db: Db, hash: Buffer) {
  return db
    .selectFrom('app_code')
    .innerJoin('person', 'person.id', 'app_code.person_id')
    .selectAll('app_code')
    .select(['person.ban', 'person.deleted'])
    .where('app_code.hash', '=', hash)
    .executeTakeFirst();
}

/** Marks a code as used. Returns whether it was unused. */
export async function markAppCodeUsed(db: Db, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('app_code')
    .set({ used: 1 })
    .where('hash', '=', hash)
    .where('used', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores which token a code was exchanged for. */
export async function setAppCodeToken(db: Db, hash: Buffer, token: number): Promise<void> {
  await db.updateTable('app_code').set({ token_id: token }).where('hash', '=', hash).execute();
}

/** Deletes the token that an app holds, by the token's SHA-256. Returns its ID. */
export async function deleteAppToken(db: Db, app: number, hash: Buffer): Promise<number | undefined> {
  const row = await db
    .deleteFrom('token')
    .where('hash', '=', hash)
    .where('app_id', '=', app)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}
