import type { Parsed } from '../../../shared/contract';
import { isBlockedEitherWay, requirePerson } from '../access/access';
import { requireMember, type DialogMemberRow } from '../access/dialogs';
import type { Context } from '../context';
import { moveFurthestReader, moveReadMark } from './reading-queries';

/** Marks a dialog as read up to a message; the mark never goes back. */
export async function read(ctx: Context, input: Parsed<'dialogs.read'>): Promise<{ ok: true }> {
  const dialog = await requireMember(ctx, input.dialog_id);
  const mark = Math.min(input.message, dialog.last_message_id);
  if (mark <= (dialog.read_id ?? 0)) return { ok: true };
  const isSeen = await moveMarks(ctx, dialog, mark);
  tellRead(ctx, dialog.id, mark, isSeen);
  return { ok: true };
}

/** Whoever answers has read what was there: `dialog` is as it was before their message. */
export async function readBySending(ctx: Context, dialog: DialogMemberRow, message: number): Promise<void> {
  const isNews = Math.min(dialog.read_id ?? 0, readByOthersThanAuthor(ctx, dialog)) < dialog.last_message_id;
  await moveMarks(ctx, dialog, message);
  if (isNews) tellRead(ctx, dialog.id, message, true);
}

/**
 * Says whether somebody else sees the difference: only where nobody but one has read as far, and not across a block between
 * the two of a private dialog.
 */
async function moveMarks(ctx: Context, dialog: DialogMemberRow, message: number): Promise<boolean> {
  const reading = { dialog: dialog.id, person: requirePerson(ctx).id, message };
  await moveReadMark(ctx.db, reading);
  if (message <= readByOthersThanAuthor(ctx, dialog)) return false;
  if (await isParted(ctx, dialog)) return false;
  await moveFurthestReader(ctx.db, reading);
  return true;
}

/** Up to where every author's messages have been read already, whatever the caller reads. */
function readByOthersThanAuthor(ctx: Context, dialog: DialogMemberRow): number {
  const isFurthest = dialog.furthest_reader_id === requirePerson(ctx).id;
  return isFurthest ? dialog.furthest_read_id : dialog.other_read_id;
}

/** Whether one of the two of a private dialog blocked the other. */
async function isParted(ctx: Context, dialog: DialogMemberRow): Promise<boolean> {
  return dialog.type === 'private' && isBlockedEitherWay(ctx.db, dialog.low_id, dialog.high_id);
}

function tellRead(ctx: Context, dialog: number, message: number, isSeen: boolean): void {
  const person = requirePerson(ctx).id;
  ctx.emit({
    type: 'read',
    scope: isSeen ? { kind: 'dialog', id: dialog } : { kind: 'person', id: person },
    ref: { kind: 'dialog', id: dialog },
    body: { User: person, Message: message },
  });
}
