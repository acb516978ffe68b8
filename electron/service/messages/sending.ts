import type { Parsed } from '../../../shared/contract';
import type { MessageModel } from '../../../shared/contract/records';
import { isNotBlank } from '../../../shared/characters/invisible';
import { withoutTrailing } from '../../../shared/characters/trailing';
import { AppError, invalid } from '../../../shared/errors';
import { requirePerson } from '../access/access';
import { requireWriter, type DialogMemberRow } from '../access/dialogs';
import { requireNewEvent, storeEvent } from '../calendar/creating';
import {
  hasAttachments,
  replaceAttachments,
  requireAttachments,
  requireStickerAttachment,
  resolveRepostSource,
  type NewAttachments,
} from '../content/attachments';
import type { Context } from '../context';
import { listArchivedBy } from '../dialogs/arranging-queries';
import { otherOf } from '../dialogs/info-records';
import { updateMember } from '../dialogs/queries';
import { findNewTags } from '../mentions';
import { notify } from '../notifications/notifications';
import { authorsOf } from '../people/records';
import { forwardedContent } from './forwarding';
import { deleteLinks, findMembersByTag, findMessage, insertLinks, insertMessage } from './queries';
import { requireNewPoll, storePoll } from './polls/poll-handlers';
import { readBySending } from './reading';
import { messagesOf } from './records';
import { findDialogSummaries, summaryOf, type MessageRow } from './records-queries';
import { OUTSIDE_THREADS } from './threads/thread-records';
import { addReply, followMentioned, requireThread } from './threads/threads';

/** The input of a new message. */
export type MessageInput = Omit<Parsed<'dialogs.send'>, 'edit' | 'timestamp'>;

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
  /** Who first wrote it, if it is forwarded. */
  forward?: number;
  /** The message in whose thread it is a reply. */
  thread?: number;
}

/** Sends a message of the caller; `isPresent` is false if they may not see the dialog, as when its time came. */
export async function sendMessage(
  ctx: Context,
  input: MessageInput,
  isPresent = input.read ?? true,
): Promise<MessageModel> {
  const { dialog, message, root } = await requireMessageInput(ctx, input);
  const isRead = !root && (isPresent || !hasUnread(dialog));
  const isPlain = isOnlyText(input, message);
  const [row, authors] = await Promise.all([
    postMessage(ctx, message, isRead),
    isPlain ? authorsOf(ctx, peopleNamedBy(message, dialog)) : undefined,
  ]);
  if (input.poll) await storePoll(ctx, row.id, input.poll);
  if (input.event) await storeEvent(ctx, row, input.event);
  if (isRead) await readBySending(ctx, dialog, row.id);
  const mentioned = await notifyMentioned(ctx, row);
  if (root) await addReply(ctx, root, row, { mentioned, isPresent });
  // What the message refers to may have been read just now.
  const known = authors ? { dialog: summaryOf(dialog), authors, isPlain } : {};
  const [record] = await messagesOf(ctx, [row], known);
  if (!record) throw new AppError('not_found');
  return record;
}

/** Who is named in the record of a new message: its authors, and the other person of a private dialog. */
function peopleNamedBy({ author, forward = 0 }: NewMessage, dialog: DialogMemberRow): number[] {
  return [author, forward, otherOf(dialog, author)];
}

/** Whether a new message is nothing but its text, perhaps forwarded. */
function isOnlyText({ poll, event }: MessageInput, message: NewMessage): boolean {
  const { replyTo, repost, thread, attachments } = message;
  return !poll && !event && !replyTo && !repost && !thread && !(attachments && hasAttachments(attachments));
}

/**
 * Whether the author would skip messages of others by reading their own. Views of a channel count its authors as
 * readers.
 */
function hasUnread(dialog: DialogMemberRow): boolean {
  return dialog.type !== 'channel' && (dialog.read_id ?? 0) < dialog.last_message_id;
}

/** Validates a message that the caller wants to send now or later. */
export async function requireMessageInput(
  ctx: Context,
  input: MessageInput,
): Promise<{ dialog: DialogMemberRow; message: NewMessage; root: MessageRow | undefined }> {
  const dialog = await requireWriter(ctx, input.dialog_id);
  const forwarded = input.forward ? await forwardedContent(ctx, input.forward, input) : undefined;
  const content = forwarded ?? input;
  if (input.sticker) requireAlone(input);
  const attachments = content.sticker
    ? await requireStickerAttachment(ctx, content.sticker)
    : await requireAttachments(ctx, content);
  const repost = content.repost ? await resolveRepostSource(ctx, content.repost) : 0;
  const text = hasAttachments(attachments) || repost > 0 ? (content.text ?? '') : requireText(content.text);
  if (input.poll && input.event) throw invalid('event', 'is not available for a message with a poll');
  if (input.poll) requireNewPoll(ctx, input.poll, requireText(text));
  if (input.event) requireNewEvent(ctx, input.event, requireText(text));
  const replyTo = input.replyTo ?? 0;
  const source = replyTo > 0 ? await findMessage(ctx.db, dialog.id, replyTo) : undefined;
  if (replyTo > 0 && !source) throw invalid('replyTo', 'must be a message of this dialog');
  const root = input.thread ? await requireThread(ctx, dialog, input.thread) : undefined;
  const thread = root?.id ?? 0;
  if (source && source.thread_id !== thread && source.id !== thread) {
    throw invalid('replyTo', thread > 0 ? 'must be a message of this thread' : 'must not be in a thread');
  }
  const author = requirePerson(ctx).id;
  const nonce = input.nonce ?? '';
  return {
    dialog,
    root,
    message: {
      ...{ dialog: dialog.id, author, type: 'message', text, replyTo, nonce, attachments, repost },
      forward: forwarded?.author ?? 0,
      thread,
    },
  };
}

/** Throws `validation_error` if a message with a sticker has anything else. */
function requireAlone({ text, photos_list, attachments, repost, poll, event }: MessageInput): void {
  const isAlone = !text && !photos_list?.length && !attachments?.length && !repost && !poll && !event;
  if (!isAlone) throw invalid('sticker', 'must be the whole message');
}

/** Returns the text of a message without attachments; throws if it is blank. */
export function requireText(text: string | undefined): string {
  if (text === undefined) throw invalid('text', 'is required');
  if (!isNotBlank(text)) throw invalid('text', 'must not be empty');
  return text;
}

/**
 * Stores a message of any type, indexes it and emits it to the dialog; with `isRead`, its author has read the dialog up
 * to it.
 */
export async function postMessage(ctx: Context, message: NewMessage, isRead = false): Promise<MessageRow> {
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
    forward_id: message.forward ?? 0,
    ...OUTSIDE_THREADS,
    thread_id: message.thread ?? 0,
    is_plain: message.attachments && hasAttachments(message.attachments) ? 0 : 1,
  };
  const links = findLinks(row.text);
  const kinds = [...attachedTypes(message.attachments), ...(links.length > 0 ? ['link'] : [])];
  await insertMessage(ctx.db, row, isRead);
  if (row.type === 'message') {
    ctx.messageIndex.add(ctx, row, kinds);
    if (row.thread_id === 0) await returnFromArchives(ctx, row.dialog_id, row.author_id);
  }
  await insertLinks(ctx.db, { dialog: row.dialog_id, id: row.id, now: row.created_at }, links);
  if (message.attachments && hasAttachments(message.attachments))
    await replaceAttachments(ctx, row.dialog_id, row.id, message.attachments);
  ctx.emit({
    type: row.thread_id > 0 ? 'thread_message' : 'message',
    scope: { kind: 'dialog', id: row.dialog_id },
    ref: { kind: 'message', id: row.id },
  });
  return row;
}

/** Takes a dialog with a new message out of the archives of members who did not mute it, except its author's. */
async function returnFromArchives(ctx: Context, dialog: number, author: number): Promise<void> {
  for (const person of await listArchivedBy(ctx.db, { dialog, author, now: ctx.now() })) {
    await updateMember(ctx.db, dialog, person, { archived: 0 });
    ctx.emit({ type: 'dialog', scope: { kind: 'person', id: person }, ref: { kind: 'dialog', id: dialog } });
  }
}

/** Replaces the stored links of a message whose text changed. */
export async function replaceLinks(ctx: Context, dialog: number, id: number, text: string): Promise<void> {
  await deleteLinks(ctx.db, dialog, id);
  await insertLinks(ctx.db, { dialog, id, now: ctx.now() }, findLinks(text));
}

/**
 * Notifies members of a group or channel who are mentioned in a text but were not in its earlier version, and returns
 * them.
 */
export async function notifyMentioned(ctx: Context, row: MessageRow, earlier = ''): Promise<number[]> {
  const tags = findNewTags(row.text, earlier);
  if (tags.length === 0) return [];
  const [dialog] = await findDialogSummaries(ctx.db, [row.dialog_id], row.author_id);
  if (dialog?.type === 'private') return [];
  const people = await findMembersByTag(ctx.db, row.dialog_id, tags);
  for (const person of people) {
    const item = { kind: 'message' as const, id: row.id };
    await notify(ctx, { person, user: row.author_id, type: 'message_mention', item });
    if (row.thread_id > 0) await followMentioned(ctx, person, row);
  }
  return people;
}

function attachedTypes({ photos = [], others = [] }: Partial<NewAttachments> = {}): string[] {
  return [...photos, ...others].map(({ type }) => type);
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
