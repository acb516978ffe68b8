import type { Insertable, Updateable } from 'kysely';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

/** Stores an app. */
export async function insertApp(db: Db, app: Insertable<Schema['app']>): Promise<void> {
  await db.insertInto('app').values(app).execute();
}

/** Changes an app. */
export async function updateApp(db: Db, id: number, changes: Updateable<Schema['app']>): Promise<void> {
  await db.updateTable('app').set(changes).where('id', '=', id).execute();
}

/** Deletes an app, and with it its codes and tokens. */
export async function deleteApp(db: Db, id: number): Promise<void> {
  await db.deleteFrom('app').where('id', '=', id).execute();
}

/** Deletes all apps of a person. Returns the IDs of the tokens that they held. */
export async function deleteAppsOf(db: Db, person: number): Promise<number[]> {
  const tokens: number[] = [];
  for (const { id } of await listApps(db, person)) {
    tokens.push(...(await listAppTokens(db, id)));
    await deleteApp(db, id);
  }
  return tokens;
}

/** Returns an app by its ID; undefined if there is none. */
export function findApp(db: Db, id: number) {
  return db.selectFrom('app').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the app with a secret, by the secret's SHA-256. */
export function findAppBySecret(db: Db, hash: Buffer) {
  return db.selectFrom('app').selectAll().where('secret_hash', '=', hash).executeTakeFirst();
}

/** Returns a person's apps, newest first. */
export function listApps(db: Db, person: number) {
  return db
    .selectFrom('app')
    .selectAll()
    .where('person_id', '=', person)
    .orderBy('person_id')
    .orderBy('id', 'desc')
    .execute();
}

/** Returns the IDs of the tokens that an app holds. */
export async function listAppTokens(db: Db, app: number): Promise<number[]> {
  const rows = await db.selectFrom('token').select('id').where('app_id', '=', app).execute();
  return rows.map((row) => row.id);
}
