import type { Insertable } from 'kysely';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

/** Stores a token. */
export async function insertToken(db: Db, token: Insertable<Schema['token']>): Promise<void> {
  await db.insertInto('token').values(token).execute();
}

/** Returns a person's tokens, newest first; sessions and those of apps only if they were used after a time. */
export function listTokens(db: Db, person: number, usedAfter: number) {
  return db
    .selectFrom('token')
    .leftJoin('app', 'app.id', 'token.app_id')
    .select(['token.id', 'token.kind', 'token.name', 'token.client', 'token.ip', 'token.created_at'])
    .select(['token.last_been', 'token.app_id', 'token.scopes', 'app.name as app_name'])
    .where('token.person_id', '=', person)
    .where((eb) => eb.or([eb('token.kind', '=', 'named'), eb('token.last_been', '>', usedAfter)]))
    .orderBy('token.id', 'desc')
    .execute();
}

/** Whether a person signed in from an address key after a time. */
export async function isKnownAddress(
  db: Db,
  { person, address, after }: { person: number; address: string; after: number },
): Promise<boolean> {
  const known = await db
    .selectFrom('known_address')
    .select('at')
    .where('person_id', '=', person)
    .where('address', '=', address)
    .where('at', '>', after)
    .executeTakeFirst();
  return known !== undefined;
}

/** Stores that a person signed in from an address, keeping only the newest `limit` addresses. */
export async function saveKnownAddress(
  db: Db,
  { person, address, at, limit }: { person: number; address: string; at: number; limit: number },
): Promise<void> {
  await db
    .insertInto('known_address')
    .values({ person_id: person, address, at })
    .onConflict((conflict) => conflict.columns(['person_id', 'address']).doUpdateSet({ at }))
    .execute();
  const older = db
    .selectFrom('known_address')
    .select('address')
    .where('person_id', '=', person)
    .orderBy('at', 'desc')
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(limit);
  await db
    .deleteFrom('known_address')
    .where('person_id', '=', person)
    .where('address', 'in', older)
    .execute();
}

/** Deletes a person's known addresses. */
export async function deleteKnownAddresses(db: Db, person: number): Promise<void> {
  await db.deleteFrom('known_address').where('person_id', '=', person).execute();
}

/** Deletes a token of a person. Returns whether it existed. */
export async function deleteToken(db: Db, id: number, person: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('token')
    .where('id', '=', id)
    .where('person_id', '=', person)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes all tokens of a person, and codes that apps could still exchange for new ones. */
export async function deleteTokens(db: Db, person: number): Promise<void> {
  await db.deleteFrom('app_code').where('person_id', '=', person).execute();
  await db.deleteFrom('token').where('person_id', '=', person).execute();
}

/** Deletes a person's sessions except one; named tokens and those of apps stay. Returns their IDs. */
export async function deleteSessions(db: Db, person: number, except = 0): Promise<number[]> {
  const rows = await db
    .deleteFrom('token')
    .where('person_id', '=', person)
    .where('kind', '=', 'session')
    .where('id', '<>', except)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
