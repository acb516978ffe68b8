import type { Updateable } from 'kysely';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

/** Returns the community's row without its keys. */
export function findCommunity(db: Db) {
  return db
    .selectFrom('community')
    .select(['id', 'name', 'description', 'avatar', 'registration', 'setup_code', 'join_notices'])
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** Returns the one-time set-up code while there is no owner, else null. */
export async function findSetupCode(db: Db): Promise<string | null> {
  const { setup_code } = await findCommunity(db);
  return setup_code === '' ? null : setup_code;
}

/** Returns the ID of the welcome post; 0 if there is none. It may have been removed. */
export async function findWelcome(db: Db): Promise<number> {
  return (await db.selectFrom('community').select('welcome_id').limit(1).executeTakeFirst())?.welcome_id ?? 0;
}

/** Returns who invited a person; 0 for nobody. */
export async function findInviter(db: Db, person: number): Promise<number> {
  const row = await db.selectFrom('person').select('invited_by').where('id', '=', person).executeTakeFirst();
  return row?.invited_by ?? 0;
}

/** Updates the given columns. */
export async function updateCommunity(
  db: Db,
  id: number,
  changes: Pick<
    Updateable<Schema['community']>,
    | 'name'
    | 'avatar'
    | 'description'
    | 'registration'
    | 'setup_code'
    | 'commons_id'
    | 'welcome_id'
    | 'join_notices'
    | 'daily_coins'
  >,
): Promise<void> {
  await db.updateTable('community').set(changes).where('id', '=', id).execute();
}
