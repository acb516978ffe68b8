import type { Parsed } from '../../../shared/contract';
import { isBlockedEitherWay, requirePerson } from '../access/access';
import { requireMember, type DialogMemberRow } from '../access/dialogs';
import type { Context } from '../context';
import { readNotificationsOf } from '../notifications/reading';
import { findMessage } from './queries';
import { advanceFurthestReader, advanceReadMark } from './read-mark-queries';

/** Marks a dialog as read up to a message, or up to the newest; the mark never moves back. */
export async function read(ctx: Context, input: Parsed<'dialogs.read'>): Promise<{ ok: true }> {
  const dialog = await requireMember(ctx, input.dialog_id);
  const mark = Math.min(input.message ?? dialog.last_message_id, dialog.last_message_id);
  if (mark <= (dialog.read_id ?? 0)) return { ok: true };
  const isVisibleToOthers = await advanceMarks(ctx, dialog, mark);
  const message = await findMessage(ctx.db, dialog.id, mark);
  emitRead(ctx, dialog, { message: mark, author: message?.author_id ?? 0 }, isVisibleToOthers);
  await readNotificationsOf(ctx, { dialog: dialog.id, thread: 0, upTo: mark });
  return { ok: true };
}

/**
 * Sending a message marks everything before it as read. `dialog` is its state before the message; the message is stored
 * as read by its author.
 */
export async function readBySending(ctx: Context, dialog: DialogMemberRow, message: number): Promise<void> {
  const isFurther = Math.min(dialog.read_id ?? 0, findAlreadyReadMark(ctx, dialog)) < dialog.last_message_id;
  const author = requirePerson(ctx).id;
  await advanceReadMark(ctx.db, { dialog: dialog.id, person: author, message });
  if (isFurther) emitRead(ctx, dialog, { message, author }, true);
}

/**
 * Moves the caller's marks. Returns whether others can see a difference: only if nobody else has read as far, and not
 * across a block in a private dialog.
 */
async function advanceMarks(ctx: Context, dialog: DialogMemberRow, message: number): Promise<boolean> {
  const position = { dialog: dialog.id, person: requirePerson(ctx).id, message };
  await advanceReadMark(ctx.db, position);
  if (message <= findAlreadyReadMark(ctx, dialog)) return false;
  if (await isBlocked(ctx, dialog)) return false;
  await advanceFurthestReader(ctx.db, position);
  return true;
}

/** Up to here every author's messages have been read by someone else, whatever the caller reads. */
function findAlreadyReadMark(ctx: Context, dialog: DialogMemberRow): number {
  const isFurthest = dialog.furthest_reader_id === requirePerson(ctx).id;
  return isFurthest ? dialog.furthest_read_id : dialog.other_read_id;
}

/** Whether a block separates the two people of a private dialog. */
async function isBlocked(ctx: Context, dialog: DialogMemberRow): Promise<boolean> {
  return dialog.type === 'private' && isBlockedEitherWay(ctx.db, dialog.low_id, dialog.high_id);
}

/** `dialog` is its state before. */
function emitRead(
  ctx: Context,
  dialog: DialogMemberRow,
  { message, author }: { message: number; author: number },
  isVisibleToOthers: boolean,
): void {
  const person = requirePerson(ctx).id;
  ctx.emit({
    type: 'read',
    scope: isVisibleToOthers ? { kind: 'dialog', id: dialog.id } : { kind: 'person', id: person },
    ref: { kind: 'dialog', id: dialog.id },
    body: {
      User: person,
      Message: message,
      Author: author,
      After: dialog.furthest_read_id,
      Furthest: dialog.furthest_reader_id,
    },
  });
}
