import type { Db } from '../../database/open';
import { prepared } from '../../database/prepared';

const readers = prepared((db, argument: { dialog: number; message: number; author: number }) =>
  db
    .selectFrom('member')
    .select('person_id')
    .where('dialog_id', '=', argument.dialog)
    .where('read_id', '>=', argument.message)
    // Messages from before a member joined count as read.
    .where('start_id', '<', argument.message)
    .where('person_id', '<>', argument.author),
);

const reactions = prepared((db, argument: { message: number; limit: number }) =>
  db
    .selectFrom('reaction')
    .select(['emoji', 'person_id', 'created_at'])
    .where('message_id', '=', argument.message)
    .orderBy('emoji')
    .orderBy('person_id')
    .limit(argument.limit),
);

/** Returns the members who read a message, other than its author. */
export async function listReaders(
  db: Db,
  dialog: number,
  message: { id: number; author_id: number },
): Promise<number[]> {
  const rows = await readers(db, { dialog, message: message.id, author: message.author_id });
  return rows.map((row) => row.person_id);
}

/** Returns the reactions to a message, ordered by emoji and person. */
export function listReactions(db: Db, message: number, limit: number) {
  return reactions(db, { message, limit });
}
