import { AppError } from '../../shared/errors';
import { isBlockedEitherWay, requirePerson } from './access';
import {
  findDialogMember,
  findMessageMember,
  findRemoval,
  type DialogMemberRow,
  type MessageMemberRow,
} from './access-dialogs-queries';
import type { ReadContext } from './context';

export type { DialogMemberRow, MessageMemberRow };

/** Who may read, write and manage what in dialogs. Each throws; what a caller may not know of is `not_found`. */

/** A dialog as the caller, who need not be a member, may know of it: public ones and those they are in. */
export async function requireVisibleDialog(ctx: ReadContext, dialog: number): Promise<DialogMemberRow> {
  const row = await findDialogMember(ctx.db, dialog, requirePerson(ctx).id);
  if (!row || (row.role === null && (row.private === 1 || row.type === 'private')))
    throw new AppError('not_found');
  return row;
}

/**
 * Throws where the caller was removed from a dialog, unless they have an invitation that was made since (or `invite` is
 * undefined for none).
 */
export async function requireNotRemoved(
  ctx: ReadContext,
  dialog: number,
  invite: { id: number } | undefined,
): Promise<void> {
  const removal = await findRemoval(ctx.db, dialog, requirePerson(ctx).id);
  if (removal === undefined || (invite && invite.id > removal)) return;
  throw new AppError('access_denied', 'You were removed from here. Ask an admin for a new invitation.', {
    fields: { code: 'must be newer than the removal' },
  });
}

/** A dialog of which the caller is a member. */
export async function requireMember(
  ctx: ReadContext,
  dialog: number,
): Promise<DialogMemberRow & { role: string }> {
  const row = await requireVisibleDialog(ctx, dialog);
  if (row.role === null) throw new AppError('access_denied', 'Join first.');
  return { ...row, role: row.role };
}

/** A group or channel of which the caller is an admin or the owner. */
export async function requireDialogAdmin(ctx: ReadContext, dialog: number): Promise<DialogMemberRow> {
  const row = await requireMember(ctx, dialog);
  if (row.type === 'private' || row.role === 'member') throw new AppError('access_denied');
  return row;
}

/** A group or channel that the caller owns. */
export async function requireDialogOwner(ctx: ReadContext, dialog: number): Promise<DialogMemberRow> {
  const row = await requireMember(ctx, dialog);
  if (row.role !== 'owner') throw new AppError('access_denied');
  return row;
}

/** A dialog in which the caller may write: in channels admins, in private dialogs nobody who is blocked. */
export async function requireWriter(ctx: ReadContext, dialog: number): Promise<DialogMemberRow> {
  const row = await requireMember(ctx, dialog);
  if (row.type === 'channel' && row.role === 'member') {
    throw new AppError('access_denied', 'Only admins write in this channel.');
  }
  if (row.type === 'private') await requireOpenLine(ctx, row);
  return row;
}

/** A message of a dialog of which the caller is a member. */
export async function requireMessage(ctx: ReadContext, message: number): Promise<MessageMemberRow> {
  const row = await findMessageMember(ctx.db, message, requirePerson(ctx).id);
  if (!row || row.role === null) throw new AppError('not_found');
  return row;
}

/** A message to which the caller may react: everyone who reads it, except where one of two blocked the other. */
export async function requireReactor(ctx: ReadContext, message: number): Promise<MessageMemberRow> {
  const row = await requireMessage(ctx, message);
  const dialog = await requireMember(ctx, row.dialog_id);
  if (dialog.type === 'private') await requireOpenLine(ctx, dialog);
  return row;
}

/** An own message, in a dialog where the caller may still write. */
export async function requireOwnMessage(ctx: ReadContext, message: number): Promise<MessageMemberRow> {
  const row = await requireMessage(ctx, message);
  if (row.author_id !== ctx.caller?.id || row.message_type !== 'message') throw new AppError('access_denied');
  await requireWriter(ctx, row.dialog_id);
  return row;
}

async function requireOpenLine(ctx: ReadContext, dialog: DialogMemberRow): Promise<void> {
  if (dialog.low_id !== dialog.high_id && dialog.members < 2) {
    throw new AppError('access_denied', 'This person is gone.');
  }
  const other = dialog.low_id === ctx.caller?.id ? dialog.high_id : dialog.low_id;
  if (await isBlockedEitherWay(ctx.db, other, requirePerson(ctx).id)) {
    throw new AppError('access_denied', 'You cannot write to this person.');
  }
}
