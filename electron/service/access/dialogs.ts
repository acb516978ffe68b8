import { AppError } from '../../../shared/errors';
import { admits, isBlockedEitherWay, requirePerson } from './access';
import {
  findDialogMember,
  findMessageMember,
  findRemoval,
  type DialogMemberRow,
  type MessageMemberRow,
} from './dialogs-queries';
import { findPersonRules } from './queries';
import type { ReadContext } from '../context';
import { findMember } from '../dialogs/queries';

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
 * Throws where the caller may not join a dialog: private dialogs have two members, and those who were removed need an
 * invitation that was created since (`invite` is undefined for none).
 */
export async function requireMayJoin(
  ctx: ReadContext,
  dialog: DialogMemberRow,
  invite: { id: number } | undefined,
): Promise<void> {
  if (dialog.type === 'private') throw new AppError('access_denied', TWO_MEMBERS);
  const removal = await findRemoval(ctx.db, dialog.id, requirePerson(ctx).id);
  if (removal === undefined || (invite && invite.id > removal)) return;
  throw new AppError('access_denied', 'You were removed from this chat. Ask an admin for a new invitation.', {
    fields: { code: 'was created before you were removed' },
  });
}

/** Throws where a person accepts no private dialog with the caller. */
export async function requireMayMessage(ctx: ReadContext, person: number): Promise<void> {
  const rules = await findPersonRules(ctx.db, person);
  if (rules.ban === 1 || rules.deleted === 1) throw new AppError('access_denied');
  if (await isBlockedEitherWay(ctx.db, person, requirePerson(ctx).id)) throw new AppError('access_denied');
  if (!(await admits(ctx, rules.send_message_state, person))) {
    throw new AppError('access_denied', 'This person does not accept messages from you.');
  }
}

/** A dialog of which the caller is a member. */
export async function requireMember(
  ctx: ReadContext,
  dialog: number,
): Promise<DialogMemberRow & { role: string }> {
  const row = await requireVisibleDialog(ctx, dialog);
  if (row.role === null) throw new AppError('access_denied', 'Join to do this.');
  return { ...row, role: row.role };
}

/** A group or channel that the caller may leave. */
export async function requireMayLeave(ctx: ReadContext, dialog: number): Promise<DialogMemberRow> {
  const row = await requireMember(ctx, dialog);
  if (row.type === 'private')
    throw new AppError('access_denied', 'You cannot leave a private chat. Mute it instead.');
  return row;
}

/** A dialog to which the caller may add members: every member of a public group, and admins of groups and channels. */
export async function requireMayAddMembers(ctx: ReadContext, dialog: number): Promise<DialogMemberRow> {
  const row = await requireMember(ctx, dialog);
  if (row.type === 'private') throw new AppError('access_denied', TWO_MEMBERS);
  if ((row.private === 1 || row.type === 'channel') && row.role === 'member') {
    throw new AppError('access_denied');
  }
  return row;
}

/** Throws where the caller may not add a person to dialogs: only those who accept messages from the caller. */
export async function requireMayAdd(ctx: ReadContext, person: number): Promise<void> {
  const rules = await findPersonRules(ctx.db, person);
  const isAllowed =
    rules.ban === 0 &&
    rules.deleted === 0 &&
    !(await isBlockedEitherWay(ctx.db, person, requirePerson(ctx).id)) &&
    (await admits(ctx, rules.send_message_state, person));
  if (isAllowed) return;
  throw new AppError('access_denied', 'You cannot add this person. Send them an invitation instead.');
}

/** A dialog from which the caller may remove a member: admins remove members, the owner also admins. */
export async function requireRemovableMember(
  ctx: ReadContext,
  dialog: number,
  person: number,
): Promise<DialogMemberRow> {
  const row = await requireDialogAdmin(ctx, dialog);
  const target = await findMember(ctx.db, dialog, person);
  if (!target) throw new AppError('not_found');
  if (target.role === 'owner' || (target.role === 'admin' && row.role !== 'owner')) {
    throw new AppError('access_denied');
  }
  return row;
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
    throw new AppError('access_denied', 'Only admins can post in this channel.');
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

/**
 * A message to which the caller may react: everyone who reads it, except where one of two blocked the other. Nobody may
 * react to a notice that someone joined or left.
 */
export async function requireReactor(ctx: ReadContext, message: number): Promise<MessageMemberRow> {
  const row = await requireMessage(ctx, message);
  const dialog = await requireMember(ctx, row.dialog_id);
  if (dialog.type === 'private') await requireOpenLine(ctx, dialog);
  if (row.message_type !== 'message') throw new AppError('access_denied');
  return row;
}

/** An own message, in a dialog where the caller may still write. */
export async function requireOwnMessage(ctx: ReadContext, message: number): Promise<MessageMemberRow> {
  const row = await requireMessage(ctx, message);
  if (row.author_id !== ctx.caller?.id || row.message_type !== 'message') throw new AppError('access_denied');
  await requireWriter(ctx, row.dialog_id);
  return row;
}

/** A message that the caller may remove: their own, and as an admin or the owner every one of the dialog. */
export async function requireRemovableMessage(ctx: ReadContext, message: number): Promise<MessageMemberRow> {
  const row = await requireMessage(ctx, message);
  const isOwn = row.author_id === requirePerson(ctx).id;
  if (!isOwn && row.role === 'member') throw new AppError('access_denied');
  return row;
}

const TWO_MEMBERS = 'A private chat always has two members. Create a group instead.';

async function requireOpenLine(ctx: ReadContext, dialog: DialogMemberRow): Promise<void> {
  if (dialog.low_id !== dialog.high_id && dialog.members < 2) {
    throw new AppError('access_denied', 'This account was deleted.');
  }
  const other = dialog.low_id === ctx.caller?.id ? dialog.high_id : dialog.low_id;
  if (await isBlockedEitherWay(ctx.db, other, requirePerson(ctx).id)) {
    throw new AppError('access_denied', 'You cannot message this person.');
  }
}
