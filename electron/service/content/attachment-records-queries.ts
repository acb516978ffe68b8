import type { Db } from '../../database/open';
import { listOf, prepared } from '../../database/prepared';

const attachments = prepared((db, argument: { ids: string }) =>
  db.selectFrom('attachment').selectAll().where('message_id', 'in', listOf(argument.ids)),
);

const owners = prepared((db, argument: { ids: string }) =>
  db
    .selectFrom('attachment')
    .innerJoin('content', 'content.id', 'attachment.item_id')
    .select('content.person_id')
    .where('attachment.message_id', 'in', listOf(argument.ids)),
);

/** Returns the attachment rows of messages, posts or comments. */
export async function findAttachments(db: Db, messages: readonly number[]) {
  return messages.length === 0 ? [] : attachments(db, { ids: JSON.stringify(messages) });
}

/** Returns the owners of the items attached to messages, posts or comments. */
export async function findAttachmentOwners(db: Db, messages: readonly number[]): Promise<number[]> {
  return (await owners(db, { ids: JSON.stringify(messages) })).map((row) => row.person_id);
}
