import type { Insertable } from 'kysely';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

/** Keeps a token. */
export async function insertToken(db: Db, token: Insertable<Schema['token']>): Promise<void> {
  await db.insertInto('token').values(token).execute();
}

/** The tokens of a person, newest first; sessions only when they were used after a time. */
export function listTokens(db: Db, person: number, usedAfter: number) {
  return db
    .selectFrom('token')
    .select(['id', 'kind', 'name', 'client', 'ip', 'created_at', 'last_been'])
    .where('person_id', '=', person)
    .where((eb) => eb.or([eb('kind', '=', 'named'), eb('last_been', '>', usedAfter)]))
    .orderBy('id', 'desc')
    .execute();
}

/** Whether somebody signed in as a person from a network address, in a session that still lasts. */
export async function isKnownAddress(db: Db, person: number, address: string): Promise<boolean> {
  const token = await db
    .selectFrom('token')
    .select('id')
    .where('person_id', '=', person)
    .where('ip', '=', address)
    .limit(1)
    .executeTakeFirst();
  return token !== undefined;
}

/** Forgets a token of a person; says whether there was one. */
export async function deleteToken(db: Db, id: number, person: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('token')
    .where('id', '=', id)
    .where('person_id', '=', person)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Forgets all tokens of a person. */
export async function deleteTokens(db: Db, person: number): Promise<void> {
  await db.deleteFrom('token').where('person_id', '=', person).execute();
}

/** Forgets the sessions of a person except one; named tokens stay. Gives their numbers. */
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
