import type { Parsed } from '../../../shared/contract';
import type { DialogMemberModel } from '../../../shared/contract/records';
import { AppError, invalid } from '../../../shared/errors';
import { requireOtherPerson, requirePerson } from '../access/access';
import {
  requireDialogOwner,
  requireInvitedDialog,
  requireMayAdd,
  requireMayAddMembers,
  requireMayJoin,
  requireMayLeave,
  requireMember,
  requireRemovableMember,
  requireVisibleDialog,
} from '../access/dialogs';
import type { Context, ReadContext } from '../context';
import type { Handlers } from '../dispatch';
import { findDialogMember } from '../access/dialogs-queries';
import { usersOf } from '../people/records';
import { countInviteUse, findInvite, isInviteValid } from './invite-queries';
import { addMember } from './joining';
import { removeMember, transferOwnership, leaveDialog, emitMemberChange } from './leaving';
import { requireMayOwn } from './ownership-limits';
import { findMember, listMembers, updateMember } from './queries';
import { insertRemoval } from './removal-queries';
import { searchMembers } from './search-queries';
import { silence, silenceRecord } from './silences';

type Ok = { ok: true };

/** Handlers of the members of a dialog, of joining, leaving and removing, and of their roles. */
export const membershipHandlers = {
  'dialogs.join': join,
  'dialogs.leave': (ctx, input) =>
    isCaller(ctx, input.user_id)
      ? leaveSelf(ctx, input.dialog_id)
      : removeOther(ctx, input.dialog_id, Number(input.user_id)),
  'dialogs.members': members,
  'dialogs.setRole': setRole,
  'dialogs.silence': silence,
} satisfies Pick<
  Handlers,
  'dialogs.join' | 'dialogs.leave' | 'dialogs.members' | 'dialogs.setRole' | 'dialogs.silence'
>;

async function members(ctx: ReadContext, input: Parsed<'dialogs.members'>): Promise<DialogMemberModel[]> {
  const { type } = await requireMember(ctx, input.dialog_id);
  const { dialog_id: dialog, mask, page, limit } = input;
  const offset = page * limit;
  const rows =
    mask === undefined
      ? await listMembers(ctx.db, dialog, limit, offset)
      : await searchMembers(ctx.db, { dialog, mask, limit, offset });
  const users = await usersOf(
    ctx,
    rows.map((row) => row.person_id),
  );
  return rows.flatMap((row) => {
    const user = users.get(row.person_id);
    if (!user) return [];
    const role = type === 'private' ? ('' as const) : row.role;
    return {
      ...{ ID: row.id, Dialog: row.dialog_id, Member: user, Role: role, Timestamp: row.joined_at },
      ...silenceRecord(row, ctx.now()),
    };
  });
}

async function join(ctx: Context, { dialog_id, user_id, code }: Parsed<'dialogs.join'>): Promise<Ok> {
  const dialog = dialog_id ?? (await requireInvitedDialog(ctx, code));
  return isCaller(ctx, user_id) ? joinSelf(ctx, dialog, code) : addOther(ctx, dialog, Number(user_id));
}

async function joinSelf(ctx: Context, id: number, code: string | undefined): Promise<Ok> {
  const { id: person } = requirePerson(ctx);
  const invite = code === undefined ? undefined : await findInvite(ctx.db, code);
  const invited = invite?.dialog_id === id;
  if (!invited) await requireVisibleDialog(ctx, id);
  const dialog = await findDialogMember(ctx.db, id, person);
  if (!dialog) throw new AppError('not_found');
  if (dialog.role !== null) throw new AppError('conflict', 'You are already a member.');
  if (invited) {
    if (!isInviteValid(invite, ctx.now())) throw new AppError('gone');
  }
  await requireMayJoin(ctx, dialog, invited ? invite : undefined);
  if (invited) await countInviteUse(ctx.db, invite.code);
  await addMember(ctx, dialog, person);
  return { ok: true };
}

async function addOther(ctx: Context, id: number, reference: number): Promise<Ok> {
  const dialog = await requireMayAddMembers(ctx, id);
  const person = await requireOtherPerson(ctx, reference);
  if (await findMember(ctx.db, id, person))
    throw new AppError('conflict', 'This person is already a member.');
  await requireMayAdd(ctx, dialog, person);
  await addMember(ctx, dialog, person);
  return { ok: true };
}

async function leaveSelf(ctx: Context, id: number): Promise<Ok> {
  const dialog = await requireMayLeave(ctx, id);
  const { id: person } = requirePerson(ctx);
  await leaveDialog(ctx, dialog, person);
  // Otherwise leaving and joining would end a silence.
  if ((dialog.silenced_until ?? 0) > ctx.now())
    await insertRemoval(ctx.db, { dialog_id: id, person_id: person, id: ctx.newId() });
  return { ok: true };
}

async function removeOther(ctx: Context, id: number, person: number): Promise<Ok> {
  const dialog = await requireRemovableMember(ctx, id, person);
  await removeMember(ctx, dialog, person);
  await insertRemoval(ctx.db, { dialog_id: id, person_id: person, id: ctx.newId() });
  return { ok: true };
}

async function setRole(ctx: Context, input: Parsed<'dialogs.setRole'>): Promise<Ok> {
  const dialog = await requireDialogOwner(ctx, input.dialog_id);
  const { user_id: person, role } = input;
  if (person === requirePerson(ctx).id)
    throw invalid('user_id', 'must be another person; transfer the ownership instead');
  const target = await findMember(ctx.db, dialog.id, person);
  if (!target) throw new AppError('not_found');
  if (target.role === role) return { ok: true };
  if (role === 'owner') {
    await requireMayOwn(ctx, person);
    await transferOwnership(ctx, dialog, { from: requirePerson(ctx).id, to: person });
  } else {
    await updateMember(ctx.db, dialog.id, person, { role, silenced_until: 0 });
    emitMemberChange(ctx, dialog.id, person, { Role: role, Members: dialog.members });
  }
  return { ok: true };
}

function isCaller(ctx: Context, reference: string): boolean {
  return reference === '@me' || Number(reference) === requirePerson(ctx).id;
}
