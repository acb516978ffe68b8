import { withoutTrailing } from '../../../shared/characters/trailing';
import type { Context } from '../context';
import { findNewTags } from '../mentions';
import { notify } from '../notifications/notifications';
import type { MessageRow } from './records-queries';
import { replaceAttachments, hasAttachments, type NewAttachments } from '../content/attachments';
import { deleteLinks, findMembersByTag, insertLinks, insertMessage } from './queries';
import { indexMessage } from './search-queries';

export interface NewMessage {
  dialog: number;
  author: number;
  type: MessageRow['type'];
  text: string;
  replyTo?: number;
  nonce?: string;
  attachments?: NewAttachments;
  /** The ID of the post that it reposts. */
  repost?: number;
}

/** Stores a message of any type, indexes it and emits it to the dialog. */
export async function postMessage(ctx: Context, message: NewMessage): Promise<MessageRow> {
  const row: MessageRow = {
    dialog_id: message.dialog,
    id: ctx.newId(),
    author_id: message.author,
    type: message.type,
    text: message.text,
    reply_to: message.replyTo ?? 0,
    nonce: message.nonce ?? '',
    created_at: ctx.now(),
    edited_at: 0,
    repost_id: message.repost ?? 0,
  };
  await insertMessage(ctx.db, row);
  if (row.type === 'message') ctx.beforeCommit(() => indexMessage(ctx.db, row));
  await insertLinks(ctx.db, { dialog: row.dialog_id, id: row.id, now: row.created_at }, findLinks(row.text));
  if (message.attachments && hasAttachments(message.attachments))
    await replaceAttachments(ctx, row.dialog_id, row.id, message.attachments);
  ctx.emit({
    type: 'message',
    scope: { kind: 'dialog', id: row.dialog_id },
    ref: { kind: 'message', id: row.id },
  });
  return row;
}

/** Replaces the stored links of a message whose text changed. */
export async function replaceLinks(ctx: Context, dialog: number, id: number, text: string): Promise<void> {
  await deleteLinks(ctx.db, dialog, id);
  await insertLinks(ctx.db, { dialog, id, now: ctx.now() }, findLinks(text));
}

/** Notifies members who are mentioned in a text but were not in its earlier version. */
export async function notifyMentioned(ctx: Context, row: MessageRow, earlier = ''): Promise<void> {
  const tags = findNewTags(row.text, earlier);
  if (tags.length === 0) return;
  for (const person of await findMembersByTag(ctx.db, row.dialog_id, tags)) {
    const item = { kind: 'message' as const, id: row.id };
    await notify(ctx, { person, user: row.author_id, type: 'message_mention', item });
  }
}

const MAX_LINKS = 10;

function findLinks(text: string): string[] {
  if (!text.includes('://')) return [];
  const found = text.match(/\bhttps?:\/\/[^\s<>"'`]{1,2000}/gi) ?? [];
  const trimmed = found
    .map((url) => withoutTrailing(url, /[.,;:!?)\]}»”]/))
    .filter((url) => URL.canParse(url));
  return [...new Set(trimmed)].slice(0, MAX_LINKS);
}
