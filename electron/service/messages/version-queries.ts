import type { Insertable } from 'kysely';
import type { Db } from '../../database/open';
import { listOf, prepared } from '../../database/prepared';
import type { Schema } from '../../database/schema';

const versions = prepared((db, argument: { messages: string }) =>
  db
    .selectFrom('message_version')
    .selectAll()
    .where('message_id', 'in', listOf(argument.messages))
    .orderBy('message_id')
    .orderBy('id'),
);

/** Returns the earlier texts of some messages, the latest first. */
export async function findVersions(db: Db, messages: readonly number[]) {
  return (await versions(db, { messages: JSON.stringify(messages) })).reverse();
}

/** Stores an earlier text of a message, and deletes all but the latest ones. */
export async function insertVersion(
  db: Db,
  version: Insertable<Schema['message_version']>,
  limit: number,
): Promise<void> {
  await db.insertInto('message_version').values(version).execute();
  const oldest = (await findVersions(db, [version.message_id]))[limit];
  if (!oldest) return;
  await db
    .deleteFrom('message_version')
    .where('message_id', '=', version.message_id)
    .where('id', '<=', oldest.id)
    .execute();
}

/** Deletes the earlier texts of some messages. */
export async function deleteVersions(db: Db, messages: readonly number[]): Promise<void> {
  await db
    .deleteFrom('message_version')
    .where('message_id', 'in', listOf(JSON.stringify(messages)))
    .execute();
}
