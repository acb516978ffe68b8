import { sql } from 'kysely';
import type { Db } from '../../database/open';

/** The kinds of stored things that are sent. */
export type SentType = 'photo' | 'file' | 'track' | 'video' | 'post';

export interface NewAttachment {
  type: SentType;
  item: number;
  position: number;
}

/** Hangs things on a message. */
export async function insertAttachments(
  db: Db,
  on: { dialog: number; message: number; now: number },
  items: readonly (NewAttachment & { id: number })[],
): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map(({ id, type, item, position }) => ({
    id,
    type,
    position,
    item_id: item,
    message_id: on.message,
    dialog_id: on.dialog,
    created_at: on.now,
  }));
  await db.insertInto('attachment').values(rows).execute();
}

/** A message's photos, or everything else that hangs on it, in order. */
export function listAttachments(
  db: Db,
  message: number,
  kind: 'photos' | 'others',
): Promise<NewAttachment[]> {
  return db
    .selectFrom('attachment')
    .select(['type', 'item_id as item', 'position'])
    .where('message_id', '=', message)
    .where('type', kind === 'photos' ? '=' : '<>', 'photo')
    .orderBy('position')
    .execute();
}

/** Takes a message's photos off it, or everything else. */
export async function deleteAttachments(db: Db, message: number, kind: 'photos' | 'others'): Promise<void> {
  await db
    .deleteFrom('attachment')
    .where('message_id', '=', message)
    .where('type', kind === 'photos' ? '=' : '<>', 'photo')
    .execute();
}

/** Whether a message carries anything. */
export async function findAttachment(db: Db, message: number): Promise<boolean> {
  const row = await db
    .selectFrom('attachment')
    .select('id')
    .where('message_id', '=', message)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What was sent to a dialog of a kind before a message and is still there, newest first; that of one message is never parted. */
export async function listShared(
  db: Db,
  { dialog, type, from, limit }: { dialog: number; type: NewAttachment['type']; from: number; limit: number },
) {
  const shared = db
    .selectFrom('attachment')
    .innerJoin('content', 'content.id', 'attachment.item_id')
    .select(['attachment.message_id', 'attachment.position', 'attachment.item_id', 'attachment.created_at'])
    .where('attachment.dialog_id', '=', dialog)
    .where('attachment.type', '=', type)
    .orderBy('attachment.message_id', 'desc')
    .orderBy('attachment.position', 'desc');
  const page = await shared.where('attachment.message_id', '<', from).limit(limit).execute();
  const last = page.at(-1);
  if (!last || page.length < limit) return page;
  const rest = shared
    .where('attachment.message_id', '=', last.message_id)
    .where('attachment.position', '<', last.position);
  return [...page, ...(await rest.execute())];
}

/** Some of the messages that carry a thing. */
export function findMessagesWith(db: Db, type: SentType, item: number, limit: number) {
  return db
    .selectFrom('attachment')
    .select(['message_id', 'dialog_id'])
    .where('type', '=', type)
    .where('item_id', '=', item)
    .limit(limit)
    .execute();
}

/** Some of the messages that pass a post on. */
export function findMessagesReposting(db: Db, post: number, limit: number) {
  return db
    .selectFrom('message')
    .select(['id as message_id', 'dialog_id'])
    .where('repost_id', '=', post)
    .where('repost_id', '>', sql.lit(0))
    .limit(limit)
    .execute();
}
