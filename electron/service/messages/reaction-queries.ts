import type { Db } from '../../database/open';

/** Stores a reaction. Returns whether it is new. */
export async function insertReaction(
  db: Db,
  reaction: { message_id: number; emoji: string; person_id: number; created_at: number },
): Promise<boolean> {
  const result = await db
    .insertInto('reaction')
    .values(reaction)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Deletes a reaction. Returns whether it existed. */
export async function deleteReaction(
  db: Db,
  message: number,
  emoji: string,
  person: number,
): Promise<boolean> {
  const result = await db
    .deleteFrom('reaction')
    .where('message_id', '=', message)
    .where('emoji', '=', emoji)
    .where('person_id', '=', person)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Returns the distinct emoji on a message. */
export async function listReactionEmoji(db: Db, message: number): Promise<string[]> {
  const rows = await db
    .selectFrom('reaction')
    .select('emoji')
    .distinct()
    .where('message_id', '=', message)
    .execute();
  return rows.map((row) => row.emoji);
}
