import { AppError, invalid } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import { isAllowed, isBlockedEitherWay, requirePerson } from './access';
import {
  findDialogMember,
  findMessageMember,
  findRemoval,
  type DialogMemberRow,
  type MessageMemberRow,
} from './dialogs-queries';
import { findPrivacySettings } from './queries';
import type { ReadContext } from '../context';
import { findInvite } from '../dialogs/invite-queries';
import { findMember, type MemberRow } from '../dialogs/queries';

export type { DialogMemberRow, MessageMemberRow };

/** Access control of dialogs: who may read, write and manage. Dialogs the caller may not know exist are `not_found`. */

/** Returns a dialog that the caller may see: a public one, or one they are a member of. */
export async function requireVisibleDialog(ctx: ReadContext, dialog: number): Promise<DialogMemberRow> {
  const row = await findDialogMember(ctx.db, dialog, requirePerson(ctx).id);
  if (!row || (row.role === null && (row.private === 1 || row.type === 'private')))
    throw new AppError('not_found');
  return row;
}

/**
 * Throws if the caller may not join a dialog. Nobody joins a private dialog; someone who was removed needs an
 * invitation created after the removal (`invite` is undefined without one).
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

/** Returns the dialog that an invitation leads to: having its code is the permission to know it. */
export async function requireInvitedDialog(ctx: ReadContext, code: string | undefined): Promise<number> {
  requirePerson(ctx);
  if (code === undefined) throw invalid('code', 'is required if dialog_id is missing');
  const invite = await findInvite(ctx.db, code);
  if (!invite || invite.dialog_id === 0) throw new AppError('not_found');
  return invite.dialog_id;
}

/** Throws if a person doesn't accept a private dialog with the caller. */
export async function requireMayMessage(ctx: ReadContext, person: number): Promise<void> {
  const settings = await findPrivacySettings(ctx.db, person);
  if (settings.ban === 1 || settings.deleted === 1) throw new AppError('access_denied');
  if (await isBlockedEitherWay(ctx.db, person, requirePerson(ctx).id)) throw new AppError('access_denied');
  if (!(await isAllowed(ctx, settings.send_message_state, person))) {
    throw new AppError('access_denied', 'This person doesn’t accept messages from you.');
  }
}

/** Returns a dialog that the caller is a member of. */
export async function requireMember(
  ctx: ReadContext,
  dialog: number,
): Promise<DialogMemberRow & { role: string }> {
  const row = await requireVisibleDialog(ctx, dialog);
  if (row.role === null)
    throw new AppError('access_denied', 'You aren’t a member of this chat. Join it first.');
  return { ...row, role: row.role };
}

/** Returns a group or channel that the caller may leave. */
export async function requireMayLeave(ctx: ReadContext, dialog: number): Promise<DialogMemberRow> {
  const row = await requireMember(ctx, dialog);
  if (row.type === 'private')
    throw new AppError('access_denied', 'You cannot leave a private chat. Mute it instead.');
  return row;
}

/** Returns a dialog to which the caller may add members: any member of a public group may, otherwise only admins. */
export async function requireMayAddMembers(ctx: ReadContext, dialog: number): Promise<DialogMemberRow> {
  const row = await requireMember(ctx, dialog);
  if (row.type === 'private') throw new AppError('access_denied', TWO_MEMBERS);
  if ((row.private === 1 || row.type === 'channel') && row.role === 'member') {
    throw new AppError('access_denied', 'Only admins can add people here.');
  }
  return row;
}

/**
 * Throws if the caller may not add a person to a dialog: they must accept messages from the caller, and only admins add
 * someone who was removed.
 */
export async function requireMayAdd(
  ctx: ReadContext,
  dialog: DialogMemberRow,
  person: number,
): Promise<void> {
  const settings = await findPrivacySettings(ctx.db, person);
  const canBeAdded =
    settings.ban === 0 &&
    settings.deleted === 0 &&
    !(await isBlockedEitherWay(ctx.db, person, requirePerson(ctx).id)) &&
    (await isAllowed(ctx, settings.send_message_state, person));
  if (!canBeAdded)
    throw new AppError('access_denied', 'This person cannot be added; send them an invitation.');
  if (dialog.role === 'member' && (await findRemoval(ctx.db, dialog.id, person)) !== undefined) {
    throw new AppError(
      'access_denied',
      'This person was removed from this chat. Only an admin can add them.',
    );
  }
}

/** Returns a dialog from which the caller may remove a member: admins remove members, the owner also removes admins. */
export async function requireRemovableMember(
  ctx: ReadContext,
  dialog: number,
  person: number,
): Promise<DialogMemberRow> {
  const row = await requireDialogAdmin(ctx, dialog);
  const target = await findMember(ctx.db, dialog, person);
  if (!target) throw new AppError('not_found');
  if (target.role === 'owner')
    throw new AppError('access_denied', 'The owner of this chat can’t be removed or silenced.');
  if (target.role === 'admin' && row.role !== 'owner')
    throw new AppError('access_denied', 'Only the owner of this chat can remove or silence admins.');
  return row;
}

/** Returns a group and a member whom the caller may silence there: anyone they could remove. */
export async function requireSilenceableMember(
  ctx: ReadContext,
  id: number,
  person: number,
): Promise<{ dialog: DialogMemberRow; member: MemberRow }> {
  const dialog = await requireRemovableMember(ctx, id, person);
  const member = await findMember(ctx.db, id, person);
  if (!member) throw new AppError('not_found');
  if (dialog.type !== 'group') throw new AppError('access_denied', 'Only admins write in channels.');
  return { dialog, member };
}

/** Returns a group or channel in which the caller is an admin or the owner. */
export async function requireDialogAdmin(ctx: ReadContext, dialog: number): Promise<DialogMemberRow> {
  const row = await requireMember(ctx, dialog);
  if (row.type === 'private')
    throw new AppError('access_denied', 'This is possible in groups and channels only.');
  if (row.role === 'member') throw new AppError('access_denied', 'Only admins of this chat can do this.');
  return row;
}

/** Returns a group or channel that the caller owns. */
export async function requireDialogOwner(ctx: ReadContext, dialog: number): Promise<DialogMemberRow> {
  const row = await requireMember(ctx, dialog);
  if (row.role !== 'owner') throw new AppError('access_denied', 'Only the owner of this chat can do this.');
  return row;
}

/**
 * Returns a dialog in which the caller may write: only admins write in channels, nobody whom an admin silenced writes
 * in a group, and a block closes a private dialog.
 */
export async function requireWriter(ctx: ReadContext, dialog: number): Promise<DialogMemberRow> {
  const row = await requireMember(ctx, dialog);
  if (row.type === 'channel' && row.role === 'member') {
    throw new AppError('access_denied', 'Only admins can post in this channel.');
  }
  if ((row.silenced_until ?? 0) > ctx.now())
    throw new AppError('access_denied', 'An admin has stopped you from writing here for now.');
  if (row.type === 'private') await requireActiveConversation(ctx, row);
  return row;
}

/** Returns a message of a dialog that the caller is a member of. */
export async function requireMessage(ctx: ReadContext, message: number): Promise<MessageMemberRow> {
  const row = await findMessageMember(ctx.db, message, requirePerson(ctx).id);
  if (!row || row.role === null) throw new AppError('not_found');
  return row;
}

/**
 * Returns a message that the caller may react to: any they can read, unless a block closes the private dialog. Notices
 * that someone joined or left take no reactions.
 */
export async function requireReactor(ctx: ReadContext, message: number): Promise<MessageMemberRow> {
  const row = await requireMessage(ctx, message);
  const dialog = await requireMember(ctx, row.dialog_id);
  if (dialog.type === 'private') await requireActiveConversation(ctx, dialog);
  if (row.message_type !== 'message') throw new AppError('access_denied');
  return row;
}

/**
 * Returns a message that the caller may pin and unpin: either person of a private dialog unless a block closes it, and
 * admins of groups and channels. Notices that someone joined or left cannot be pinned.
 */
export async function requirePinner(ctx: ReadContext, message: number): Promise<MessageMemberRow> {
  const row = await requireMessage(ctx, message);
  const dialog = await requireMember(ctx, row.dialog_id);
  if (dialog.type === 'private') await requireActiveConversation(ctx, dialog);
  else if (dialog.role === 'member')
    throw new AppError('access_denied', 'Only admins can pin messages here.');
  if (row.message_type !== 'message') throw new AppError('access_denied');
  return row;
}

/** Throws if nobody may see who voted in a poll. */
export function requireOpenVotes(poll: { anonymous: 0 | 1 }): void {
  if (poll.anonymous === 1)
    throw new AppError('access_denied', 'This poll is anonymous, so its voters aren’t shown.');
}

/** Returns a message that the caller wrote, in a dialog where they may still write. */
export async function requireOwnMessage(ctx: ReadContext, message: number): Promise<MessageMemberRow> {
  const row = await requireMessage(ctx, message);
  if (row.author_id !== ctx.caller?.id || row.message_type !== 'message')
    throw new AppError('access_denied', 'Only the author of a message can change it.');
  await requireWriter(ctx, row.dialog_id);
  return row;
}

/**
 * Returns a message whose event the caller may change and cancel: their own in a dialog where they may still write, or
 * any if they are an admin or the owner of the group or channel.
 */
export async function requireEventManager(ctx: ReadContext, message: number): Promise<MessageMemberRow> {
  const row = await requireMessage(ctx, message);
  const dialog = await requireWriter(ctx, row.dialog_id);
  const isOwn = row.author_id === requirePerson(ctx).id;
  const isManager = dialog.type !== 'private' && dialog.role !== 'member';
  if (row.message_type !== 'message' || !(isOwn || isManager))
    throw new AppError('access_denied', 'Only the author of an event and admins can change it.');
  return row;
}

/**
 * Returns a message that the caller may remove: their own, or any message if they are an admin or the owner of the
 * dialog.
 */
export async function requireRemovableMessage(ctx: ReadContext, message: number): Promise<MessageMemberRow> {
  const row = await requireMessage(ctx, message);
  const isOwn = row.author_id === requirePerson(ctx).id;
  if (!isOwn && row.role === 'member')
    throw new AppError('access_denied', 'Only the author of a message and admins can delete it.');
  return row;
}

/** Whether the caller may see who reacted in a dialog of theirs: in channels only admins may. */
export function canSeeWhoReacted(dialog: DialogMemberRow): boolean {
  return dialog.type !== 'channel' || dialog.role !== 'member';
}

/**
 * Whether the caller may see who read a message: only its author may, and only in groups in which everyone can be
 * listed. Who read replies in threads is not recorded for everyone.
 */
export function canSeeReaders(
  ctx: ReadContext,
  dialog: DialogMemberRow,
  message: { author_id: number; thread_id: number },
): boolean {
  const isSmallGroup = dialog.type === 'group' && dialog.members <= LIMITS.readersListed;
  return isSmallGroup && message.thread_id === 0 && message.author_id === requirePerson(ctx).id;
}

const TWO_MEMBERS = 'A private chat always has two members. Create a group instead.';

async function requireActiveConversation(ctx: ReadContext, dialog: DialogMemberRow): Promise<void> {
  if (dialog.low_id !== dialog.high_id && dialog.members < 2) {
    throw new AppError('access_denied', 'This account was deleted, so it can’t receive messages.');
  }
  const other = dialog.low_id === ctx.caller?.id ? dialog.high_id : dialog.low_id;
  if (await isBlockedEitherWay(ctx.db, other, requirePerson(ctx).id)) {
    throw new AppError('access_denied', 'You can’t message this person.');
  }
}
