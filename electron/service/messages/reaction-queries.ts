import type { Db } from '../../database/open';
import { listOf, prepared, preparedOne } from '../../database/prepared';

const reactionsAmong = prepared((db, argument: { messages: string; people: string }) =>
  db
    .selectFrom('reaction')
    .select(['message_id', 'person_id', 'emoji'])
    .where('message_id', 'in', listOf(argument.messages))
    .where('person_id', 'in', listOf(argument.people))
    .orderBy('message_id')
    .orderBy('emoji'),
);

const reactionCount = preparedOne((db, argument: { message: number; emoji: string }) =>
  db
    .selectFrom('reaction')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<number>('created_at').as('first_at')])
    .where('message_id', '=', argument.message)
    .where('emoji', '=', argument.emoji),
);

const anyReaction = preparedOne((db, argument: { messages: string }) =>
  db
    .selectFrom('reaction')
    .select('message_id')
    .where('message_id', 'in', listOf(argument.messages))
    .limit(1),
);

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

/** Returns how many reacted to a message with an emoji, and when the first of them did. */
export async function countReactions(
  db: Db,
  message: number,
  emoji: string,
): Promise<{ count: number; first_at: number }> {
  const found = await reactionCount(db, { message, emoji });
  return { count: found?.count ?? 0, first_at: found?.first_at ?? 0 };
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

/** Returns the reactions of some people to some messages. */
export function findReactionsOf(db: Db, messages: readonly number[], people: readonly number[]) {
  return reactionsAmong(db, { messages: JSON.stringify(messages), people: JSON.stringify(people) });
}

/** Whether anyone reacted to any of some messages. */
export async function hasReactions(db: Db, messages: readonly number[]): Promise<boolean> {
  return (await anyReaction(db, { messages: JSON.stringify(messages) })) !== undefined;
}
