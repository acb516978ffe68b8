import type { Parsed } from '../../../../shared/contract';
import type { MessageModel } from '../../../../shared/contract/records';
import { AppError, invalid } from '../../../../shared/errors';
import { isBlockedEitherWay, requirePerson } from '../../access/access';
import { requireMessage, type DialogMemberRow, type MessageMemberRow } from '../../access/dialogs';
import type { Context, ReadContext } from '../../context';
import { findMember } from '../../dialogs/queries';
import { findNewTags } from '../../mentions';
import { notify } from '../../notifications/notifications';
import { readNotificationsOf } from '../../notifications/reading';
import { clearMessage, deleteMessage, findMembersByTag, findMessage } from '../queries';
import { deletePin } from '../pin-queries';
import { pageOfRun } from '../pages';
import { messagesById } from '../records';
import type { MessageRow } from '../records-queries';
import {
  advanceThreadMark,
  findFollowersToNotify,
  findOwnFollows,
  followThread,
  listRepliesAfter,
  listRepliesBefore,
  markNotified,
  updateThreadSummary,
  unfollowThread,
} from './thread-queries';

/**
 * Threads of groups: replies to a message that stand beside the dialog. Followers of a thread are the author of its
 * first message, who replied in it and who was mentioned there, and who chose to follow it. Who stopped following it
 * follows again after another reply or mention.
 */

/** Returns the message whose thread a new reply is for. Throws `validation_error` if there can be none. */
export async function requireThread(ctx: Context, dialog: DialogMemberRow, id: number): Promise<MessageRow> {
  if (dialog.type !== 'group') throw invalid('thread', 'is only available in groups');
  const root = await findMessage(ctx.db, dialog.id, id);
  if (!root) throw invalid('thread', 'must be a message of this dialog');
  if (root.thread_id > 0) throw invalid('thread', 'must not itself be a reply in a thread');
  if (root.type === 'join' || root.type === 'leave') throw invalid('thread', 'must be a message');
  return root;
}

/**
 * Completes a new reply: its author follows the thread from now on, and its followers are notified, except those who
 * were `mentioned` in it. A follower is notified once until they read the thread.
 */
export async function addReply(
  ctx: Context,
  root: MessageRow,
  reply: MessageRow,
  { mentioned, isPresent }: { mentioned: readonly number[]; isPresent: boolean },
): Promise<void> {
  if (root.replies === 0) await followFirst(ctx, root);
  await notifyFollowers(ctx, root, reply, mentioned);
  const mark = { person: reply.author_id, thread: root.id, read: reply.id };
  const isRead = isPresent || !(await hasUnreadReplies(ctx, root, reply.author_id));
  await followThread(ctx.db, { ...mark, dialog: root.dialog_id });
  if (isRead) await advanceThreadMark(ctx.db, mark);
  await updateThreadSummary(ctx.db, root, 1);
  emitThread(ctx, root);
}

/** Notifies the followers of a thread of a new reply, once until they have read it. */
async function notifyFollowers(
  ctx: Context,
  root: MessageRow,
  { id, author_id: user }: MessageRow,
  mentioned: readonly number[],
): Promise<void> {
  const { id: thread, last_reply_id: last } = root;
  const item = { kind: 'message', id } as const;
  const notified = new Set(mentioned);
  for (const person of await findFollowersToNotify(ctx.db, { thread, last, now: ctx.now() })) {
    if (notified.has(person)) continue;
    if (await notify(ctx, { person, user, type: 'thread_reply', item })) notified.add(person);
  }
  await markNotified(ctx.db, { thread, people: [...notified], reply: id });
}

/** Whether someone follows a thread in which they have not read every reply. */
async function hasUnreadReplies(ctx: Context, root: MessageRow, person: number): Promise<boolean> {
  const [follower] = await findOwnFollows(ctx.db, person, [root.id]);
  return follower !== undefined && follower.read_id < root.last_reply_id;
}

/** The author of a thread's first message and those mentioned in it follow the thread. */
async function followFirst(ctx: Context, root: MessageRow): Promise<void> {
  const { id: thread, dialog_id: dialog, author_id: author, text } = root;
  const tags = findNewTags(text, '');
  const mentioned = tags.length > 0 ? await findMembersByTag(ctx.db, dialog, tags) : [];
  const people = (await findMember(ctx.db, dialog, author)) ? [author, ...mentioned] : mentioned;
  for (const person of people) await followThread(ctx.db, { person, thread, dialog, read: thread });
}

/** Makes someone who was mentioned in a reply follow the thread, unless a block separates them from its author. */
export async function followMentioned(ctx: Context, person: number, reply: MessageRow): Promise<void> {
  const { thread_id: thread, dialog_id: dialog, author_id: author, id } = reply;
  if (person === author || (await isBlockedEitherWay(ctx.db, person, author))) return;
  await followThread(ctx.db, { person, thread, dialog, read: id - 1 });
}

/** Returns a page of the replies in a thread. Throws `not_found` if its first message is not in the dialog. */
export async function repliesOfPage(
  { db, caller }: ReadContext,
  input: Parsed<'dialogs.messages'>,
): Promise<MessageRow[]> {
  const { dialog_id: dialog, thread } = input;
  const root = await findMessage(db, dialog, thread);
  if (!root) throw new AppError('not_found');
  const [follower] = await findOwnFollows(db, caller?.id ?? 0, [thread]);
  return pageOfRun(
    {
      after: (id, limit) => listRepliesAfter(db, thread, id, limit),
      before: (id, limit) => listRepliesBefore(db, thread, id, limit),
    },
    { ...input, read: follower?.read_id ?? root.last_reply_id },
  );
}

/** Marks the replies in a thread as read for the caller. */
export async function readThread(
  ctx: Context,
  { message_id, reply }: Parsed<'dialogs.readThread'>,
): Promise<{ ok: true }> {
  const { id, dialog_id } = await requireMessage(ctx, message_id);
  const root = await findMessage(ctx.db, dialog_id, id);
  const last = root?.last_reply_id ?? 0;
  const person = requirePerson(ctx).id;
  const read = Math.min(reply ?? last, last);
  if (!root || !(await advanceThreadMark(ctx.db, { person, thread: id, read }))) return { ok: true };
  emitThread(ctx, root, person);
  await readNotificationsOf(ctx, { dialog: dialog_id, thread: id, upTo: read });
  return { ok: true };
}

/** Makes the caller follow a thread, or stop following it. Only a message with replies has one. */
export async function setFollowing(ctx: Context, message: number, isOn: boolean): Promise<MessageModel> {
  const { id: thread, dialog_id: dialog } = await requireMessage(ctx, message);
  const root = await findMessage(ctx.db, dialog, thread);
  if (!root?.replies) throw invalid('message_id', 'must be a message with replies');
  const person = requirePerson(ctx).id;
  const [follower] = await findOwnFollows(ctx.db, person, [thread]);
  if ((follower !== undefined) !== isOn) {
    if (isOn) await followThread(ctx.db, { person, thread, dialog, read: root.last_reply_id });
    else await unfollowThread(ctx.db, { person, thread });
    emitThread(ctx, root, person);
  }
  const record = (await messagesById(ctx, [thread])).get(thread);
  if (!record) throw new AppError('not_found');
  return record;
}

/**
 * Removes the content of a message whose thread has replies: the message itself stays as their place until the last of
 * them is deleted. `last` is the dialog's last message.
 */
export async function deleteContent(
  ctx: Context,
  { id, dialog_id, message_type }: MessageMemberRow,
  last: number,
): Promise<void> {
  if (message_type === 'deleted') return;
  const scope = { kind: 'dialog' as const, id: dialog_id };
  const ref = { kind: 'message' as const, id };
  if (await deletePin(ctx.db, dialog_id, id))
    ctx.emit({ type: 'message_pin', scope, ref, body: { Pinned: 0 } });
  await clearMessage(ctx.db, dialog_id, id);
  ctx.emit({ type: 'message_edit', scope, ref });
  if (last === id) ctx.emit({ type: 'dialog', scope, ref: { kind: 'dialog', id: dialog_id } });
}

/** Completes the deletion of a reply. A deleted message whose last reply it was goes with it. */
export async function removeReply(ctx: Context, dialog: number, thread: number): Promise<void> {
  const root = await findMessage(ctx.db, dialog, thread);
  if (!root) return;
  await updateThreadSummary(ctx.db, root, -1);
  if (root.replies > 1 || root.type !== 'deleted') return emitThread(ctx, root);
  await deleteMessage(ctx.db, dialog, thread);
  const scope = { kind: 'dialog' as const, id: dialog };
  const body = { Dialog: dialog, Message: thread, Author: root.author_id };
  ctx.emit({ type: 'message_delete', scope, ref: { kind: 'message', id: thread }, body });
  ctx.emit({ type: 'dialog', scope, ref: { kind: 'dialog', id: dialog } });
}

/** Emits the new summary of a thread, to the dialog or to one person. */
function emitThread(ctx: Context, { id, dialog_id }: MessageRow, person?: number): void {
  ctx.emit({
    type: 'thread',
    scope: person === undefined ? { kind: 'dialog', id: dialog_id } : { kind: 'person', id: person },
    ref: { kind: 'message', id },
    body: { Dialog: dialog_id },
  });
}
