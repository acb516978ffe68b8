import type { Updateable } from 'kysely';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

/** Returns the community's row without its keys. */
export function findCommunity(db: Db) {
  return db
    .selectFrom('community')
    .select(['id', 'name', 'description', 'avatar', 'registration', 'setup_code'])
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** Returns the one-time set-up code while there is no owner, else null. */
export async function findSetupCode(db: Db): Promise<string | null> {
  const { setup_code } = await findCommunity(db);
  return setup_code === '' ? null : setup_code;
}

/** Updates the given columns. */
export async function updateCommunity(
  db: Db,
  id: number,
  changes: Pick<
    Updateable<Schema['community']>,
    'name' | 'avatar' | 'description' | 'registration' | 'setup_code'
  >,
): Promise<void> {
  await db.updateTable('community').set(changes).where('id', '=', id).execute();
}
