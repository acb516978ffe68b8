import { sql } from 'kysely';
import type { Db } from '../../database/open';

/** Kinds of items that can be attached. */
export type AttachedKind = 'photo' | 'file' | 'track' | 'video' | 'post' | 'sticker';

export interface NewAttachment {
  type: AttachedKind;
  item: number;
  position: number;
}

/** Attaches items to a message, post or comment. */
export async function insertAttachments(
  db: Db,
  target: { dialog: number; message: number; now: number },
  items: readonly (NewAttachment & { id: number })[],
): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map(({ id, type, item, position }) => ({
    id,
    type,
    position,
    item_id: item,
    message_id: target.message,
    dialog_id: target.dialog,
    created_at: target.now,
  }));
  await db.insertInto('attachment').values(rows).execute();
}

/** Returns the photos of a message, or all its other attachments, in order. */
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

/** Deletes the photos of a message, or all its other attachments. */
export async function deleteAttachments(db: Db, message: number, kind: 'photos' | 'others'): Promise<void> {
  await db
    .deleteFrom('attachment')
    .where('message_id', '=', message)
    .where('type', kind === 'photos' ? '=' : '<>', 'photo')
    .execute();
}

/** Whether a message has any attachment. */
export async function hasAttachment(db: Db, message: number): Promise<boolean> {
  const row = await db
    .selectFrom('attachment')
    .select('id')
    .where('message_id', '=', message)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a message is a sticker. */
export async function hasSticker(db: Db, message: number): Promise<boolean> {
  const row = await db
    .selectFrom('attachment')
    .select('id')
    .where('message_id', '=', message)
    .where('type', '=', 'sticker')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns existing items of a kind sent in a dialog before a message, newest first. Items of one message are never
 * split across pages.
 */
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

/** Counts the existing items sent in a dialog, by kind. */
export function countShared(db: Db, dialog: number) {
  return db
    .selectFrom('attachment')
    .innerJoin('content', 'content.id', 'attachment.item_id')
    .select((select) => ['attachment.type', select.fn.countAll<number>().as('count')])
    .where('attachment.dialog_id', '=', dialog)
    .groupBy('attachment.type')
    .execute();
}

/** Returns some of the messages to which an item is attached. */
export function findMessagesAttaching(db: Db, type: AttachedKind, item: number, limit: number) {
  return db
    .selectFrom('attachment')
    .select(['message_id', 'dialog_id'])
    .where('type', '=', type)
    .where('item_id', '=', item)
    .limit(limit)
    .execute();
}

/** Returns some of the messages that repost a post. */
export function findMessagesReposting(db: Db, post: number, limit: number) {
  return db
    .selectFrom('message')
    .select(['id as message_id', 'dialog_id'])
    .where('repost_id', '=', post)
    .where('repost_id', '>', sql.lit(0))
    .limit(limit)
    .execute();
}
