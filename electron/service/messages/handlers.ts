import type { Parsed } from '../../../shared/contract';
import type { MessageModel } from '../../../shared/contract/records';
import { AppError, invalid } from '../../../shared/errors';
import { requirePerson } from '../access/access';
import {
  requireMember,
  requireMessage,
  requireOwnMessage,
  requireRemovableMessage,
  requireWriter,
  type DialogMemberRow,
} from '../access/dialogs';
import { findOwnScheduled } from '../access/scheduled';
import type { Context, ReadContext } from '../context';
import { listDialogIds } from '../dialogs/queries';
import type { Handlers } from '../dispatch';
import { isFuture, removeScheduled } from '../scheduling/scheduled-items';
import { audience } from './audience';
import { messagesById, messagesOf } from './records';
import { summaryOf, type MessageRow } from './records-queries';
import { hasAttachment, hasSticker } from './attachment-queries';
import { replaceAttachments, requireAttachments } from '../content/attachments';
import { storeEdit } from './editing';
import { deleteMessage, listAfter, listBefore, NEWEST } from './queries';
import { deleteContent, readThread, removeReply, repliesOfPage, setFollowing } from './threads/threads';
import { pollHandlers } from './polls/poll-handlers';
import { findPolls } from './polls/poll-queries';
import { cancelDeletedEvent } from '../calendar/deleting';
import { findEvents } from '../calendar/queries';
import { pinHandlers } from './pin-handlers';
import { reactionHandlers } from './reaction-handlers';
import { read } from './reading';
import {
  editScheduledMessage,
  listScheduledMessages,
  requireSameDialog,
  scheduledRecord,
  scheduleMessage,
  sendScheduled,
} from './scheduled';
import { searchMessageIds } from './search-queries';
import { pageOfRun } from './pages';
import { requireText, sendMessage } from './sending';
import { shared, sharedCounts } from './shared';
import { versions } from './versions';

type Names =
  | 'dialogs.messages'
  | 'dialogs.send'
  | 'dialogs.scheduled'
  | 'dialogs.sendScheduled'
  | 'dialogs.message'
  | 'dialogs.editMessage'
  | 'dialogs.deleteMessage'
  | 'dialogs.read'
  | 'dialogs.readThread'
  | 'dialogs.followThread'
  | 'dialogs.unfollowThread'
  | 'dialogs.shared'
  | 'dialogs.audience'
  | 'dialogs.sharedCounts'
  | 'dialogs.searchMessages'
  | 'dialogs.versions';

/** Handlers of messages: sending, editing, reading, searching and scheduling them. */
export const messageHandlers = {
  ...reactionHandlers,
  ...pinHandlers,
  ...pollHandlers,
  'dialogs.messages': listMessages,
  'dialogs.send': send,
  'dialogs.scheduled': listScheduledMessages,
  'dialogs.sendScheduled': sendScheduled,
  'dialogs.message': message,
  'dialogs.editMessage': editOrRead,
  'dialogs.deleteMessage': remove,
  'dialogs.read': read,
  'dialogs.readThread': readThread,
  'dialogs.followThread': (ctx, { message_id }) => setFollowing(ctx, message_id, true),
  'dialogs.unfollowThread': (ctx, { message_id }) => setFollowing(ctx, message_id, false),
  'dialogs.shared': shared,
  'dialogs.audience': audience,
  'dialogs.sharedCounts': sharedCounts,
  'dialogs.searchMessages': search,
  'dialogs.versions': versions,
} satisfies Pick<Handlers, Names> & Record<string, unknown>;

/** Returns a page of a dialog, without its threads. */
async function rowsOfPage(
  { db }: ReadContext,
  input: Parsed<'dialogs.messages'>,
  access: Promise<DialogMemberRow>,
): Promise<MessageRow[]> {
  const { dialog_id: dialog } = input;
  const read = input.around_unread ? ((await access).read_id ?? 0) : 0;
  return pageOfRun(
    {
      after: (id, limit) => listAfter(db, dialog, id, limit),
      before: (id, limit) => listBefore(db, dialog, id, limit),
    },
    { ...input, read },
  );
}

async function listMessages(ctx: ReadContext, input: Parsed<'dialogs.messages'>): Promise<MessageModel[]> {
  const access = requireMember(ctx, input.dialog_id);
  // Runs in parallel with the check of rights, to save a round trip; nothing is returned if that throws.
  const page =
    input.thread > 0 ? access.then(() => repliesOfPage(ctx, input)) : rowsOfPage(ctx, input, access);
  const [dialog, rows] = await Promise.all([access, page]);
  return messagesOf(ctx, rows, { dialog: summaryOf(dialog) });
}

async function send(ctx: Context, input: Parsed<'dialogs.send'>): Promise<MessageModel> {
  if (input.edit) return editInDialog(ctx, input);
  const { poll, event, sticker, forward } = input;
  const isUnschedulable = Boolean(poll ?? event ?? sticker) || Boolean(forward);
  if (isUnschedulable && isFuture(ctx, input.timestamp))
    throw invalid('timestamp', 'is not available for polls, events, stickers and forwarded messages');
  return isFuture(ctx, input.timestamp) ? scheduleMessage(ctx, input) : sendMessage(ctx, input);
}

async function editInDialog(ctx: Context, input: Parsed<'dialogs.send'>): Promise<MessageModel> {
  await requireWriter(ctx, input.dialog_id);
  const scheduled = await findOwnScheduled(ctx, 'message', input.edit ?? 0);
  if (scheduled) {
    requireSameDialog(scheduled, input.dialog_id);
    return editScheduledMessage(ctx, scheduled, input);
  }
  const { dialog_id } = await requireOwnMessage(ctx, input.edit ?? 0);
  if (dialog_id !== input.dialog_id) throw invalid('edit', 'must be a message of this dialog');
  return edit(ctx, { ...input, message_id: input.edit ?? 0 });
}

async function message(ctx: ReadContext, input: Parsed<'dialogs.message'>): Promise<MessageModel> {
  const scheduled = await findOwnScheduled(ctx, 'message', input.message_id);
  if (scheduled) return scheduledRecord(ctx, scheduled);
  const { id } = await requireMessage(ctx, input.message_id);
  return first([...(await messagesById(ctx, [id])).values()]);
}

/** Edits the caller's message. Without any change it returns the message to everyone who may read it. */
async function editOrRead(ctx: Context, input: Parsed<'dialogs.editMessage'>): Promise<MessageModel> {
  const { text, photos_list, attachments, timestamp } = input;
  const isEmpty = [text, photos_list, attachments, timestamp].every((part) => part === undefined);
  return isEmpty ? message(ctx, input) : edit(ctx, input);
}

async function edit(ctx: Context, input: Parsed<'dialogs.editMessage'>): Promise<MessageModel> {
  const scheduled = await findOwnScheduled(ctx, 'message', input.message_id);
  if (scheduled) return editScheduledMessage(ctx, scheduled, input);
  const {
    id,
    dialog_id: dialog,
    text: earlier,
    repost_id: repost,
    forward_id: forward,
  } = await requireOwnMessage(ctx, input.message_id);
  if (forward > 0) throw new AppError('conflict', 'A forwarded message can’t be edited.');
  if ((await findPolls(ctx.db, [id])).length > 0)
    throw new AppError('conflict', 'A poll can’t be edited. Delete it and create a new one.');
  if ((await findEvents(ctx.db, [id])).length > 0)
    throw new AppError('conflict', 'This message is an event. Change the event instead.');
  if (await hasSticker(ctx.db, id)) throw new AppError('conflict', 'A sticker can’t be edited.');
  const attachments = await requireAttachments(ctx, input);
  const isAttachmentsChanged = await replaceAttachments(ctx, dialog, id, attachments);
  const needsText = repost === 0 && !(await hasAttachment(ctx.db, id));
  const text = needsText ? requireText(input.text ?? earlier) : (input.text ?? earlier);
  if (text !== earlier || isAttachmentsChanged) {
    await storeEdit(ctx, { id, dialog_id: dialog }, text);
  }
  return first([...(await messagesById(ctx, [id])).values()]);
}

async function remove(ctx: Context, input: Parsed<'dialogs.deleteMessage'>): Promise<{ ok: true }> {
  const scheduled = await findOwnScheduled(ctx, 'message', input.message_id);
  if (scheduled) {
    await removeScheduled(ctx, scheduled);
    return { ok: true };
  }
  const message = await requireRemovableMessage(ctx, input.message_id);
  const { id, dialog_id: dialog, author_id: author, thread_id: thread } = message;
  const { last_message_id: last } = await requireMember(ctx, dialog);
  await cancelDeletedEvent(ctx, message);
  ctx.messageIndex.remove(ctx, id);
  if (message.replies > 0) {
    await deleteContent(ctx, message, last);
    return { ok: true };
  }
  await deleteMessage(ctx.db, dialog, id);
  const body = { Dialog: dialog, Message: id, Author: author, ...(thread > 0 && { Thread: thread }) };
  const scope = { kind: 'dialog' as const, id: dialog };
  ctx.emit({ type: 'message_delete', scope, ref: { kind: 'message', id }, body });
  // The list of dialogs now shows another last message.
  if (last === id) ctx.emit({ type: 'dialog', scope, ref: { kind: 'dialog', id: dialog } });
  if (thread > 0) await removeReply(ctx, dialog, thread);
  return { ok: true };
}

async function search(ctx: ReadContext, input: Parsed<'dialogs.searchMessages'>): Promise<MessageModel[]> {
  const { id } = requirePerson(ctx);
  if (input.dialog > 0) await requireMember(ctx, input.dialog);
  const dialogs = input.dialog > 0 ? [input.dialog] : await listDialogIds(ctx.db, id);
  const before = input.last_id === 0 ? NEWEST : input.last_id;
  await ctx.messageIndex.settled();
  const found = await searchMessageIds(ctx.db, { dialogs, mask: input.mask, before, limit: input.limit });
  const records = await messagesById(ctx, found);
  return found.flatMap((id) => records.get(id) ?? []);
}

function first(records: readonly MessageModel[]): MessageModel {
  const [record] = records;
  if (!record) throw new AppError('not_found');
  return record;
}
