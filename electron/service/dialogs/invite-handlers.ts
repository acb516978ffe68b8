import type { Output, Parsed } from '../../../shared/contract';
import type { Invite } from '../../../shared/contract/records';
import { AppError, invalid } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import { requirePerson } from '../access/access';
import { requireDialogAdmin, requireInvitedDialog } from '../access/dialogs';
import { generateLongCode } from '../codes';
import { findSetupCode } from '../community/queries';
import type { Context, ReadContext } from '../context';
import { limitReached } from '../hourly-limit';
import type { Handlers } from '../dispatch';
import { communityRecord } from '../community/records';
import { dialogsOf } from './records';
import { fullName } from './info-records';
import { findMember } from './queries';
import { authorsOf } from '../people/records';
import {
  areInvitesAtLimit,
  hasMaxInvites,
  deleteInvite,
  findInvite,
  insertInvite,
  inviteRecord,
  isInviteValid,
  listInvites,
} from './invite-queries';

type Names = 'dialogs.invites' | 'dialogs.createInvite' | 'dialogs.revokeInvite' | 'dialogs.invitePreview';

/** Handlers of the invitations to a group or channel. */
export const inviteHandlers = {
  'dialogs.invites': list,
  'dialogs.createInvite': create,
  'dialogs.revokeInvite': revoke,
  'dialogs.invitePreview': preview,
} satisfies Pick<Handlers, Names>;

async function list(ctx: ReadContext, input: Parsed<'dialogs.invites'>): Promise<Invite[]> {
  await requireDialogAdmin(ctx, input.dialog_id);
  return (await listInvites(ctx.db, input.dialog_id)).map(inviteRecord);
}

async function create(ctx: Context, input: Parsed<'dialogs.createInvite'>): Promise<Invite> {
  await requireDialogAdmin(ctx, input.dialog_id);
  if (input.expires !== 0 && input.expires <= ctx.now()) throw invalid('expires', 'must be in the future');
  if (await areInvitesAtLimit(ctx.db, input.dialog_id)) {
    throw new AppError(
      'conflict',
      `There are ${LIMITS.invitesEach} invitations, which is the limit. Revoke one and try again.`,
    );
  }
  if (await hasMaxInvites(ctx.db, requirePerson(ctx).id)) {
    throw limitReached(`You have ${LIMITS.invitesByEach} invitations`);
  }
  const invite = {
    id: ctx.newId(),
    code: generateLongCode(),
    dialog_id: input.dialog_id,
    by_id: requirePerson(ctx).id,
    uses: 0,
    max_uses: input.maxUses,
    expires_at: input.expires,
    created_at: ctx.now(),
  };
  await insertInvite(ctx.db, invite);
  return inviteRecord(invite);
}

async function revoke(ctx: Context, input: Parsed<'dialogs.revokeInvite'>): Promise<{ ok: true }> {
  const dialog = input.dialog_id ?? (await requireInvitedDialog(ctx, input.code));
  await requireDialogAdmin(ctx, dialog);
  if (!(await deleteInvite(ctx.db, dialog, input.code))) throw new AppError('not_found');
  return { ok: true };
}

/** Open to anyone: having the code is the permission. Members see their dialog by an invitation that is over, too. */
async function preview(
  ctx: ReadContext,
  input: Parsed<'dialogs.invitePreview'>,
): Promise<Output<'dialogs.invitePreview'>> {
  const setup = await findSetupCode(ctx.db);
  if (setup !== null && input.code === setup) return communityPreview(ctx, '');
  const invite = await findInvite(ctx.db, input.code);
  if (!invite) throw new AppError('not_found');
  if (!isInviteValid(invite, ctx.now()) && !(await isMember(ctx, invite.dialog_id)))
    throw new AppError('gone');
  const by = (await authorsOf(ctx, [invite.by_id])).get(invite.by_id);
  const name = by ? fullName(by) : '';
  if (invite.dialog_id === 0) return communityPreview(ctx, name);
  const [dialog] = await dialogsOf(ctx, [invite.dialog_id]);
  if (!dialog || dialog.Type === 'private') throw new AppError('not_found');
  const { Type, ID, Name, Avatar, Members, Description } = dialog;
  return { Type, ID, Name, Avatar, Members, Description, By: name };
}

async function isMember(ctx: ReadContext, dialog: number): Promise<boolean> {
  return ctx.caller !== null && (await findMember(ctx.db, dialog, ctx.caller.id)) !== undefined;
}

async function communityPreview(ctx: ReadContext, by: string): Promise<Output<'dialogs.invitePreview'>> {
  const { ID, Name, Avatar, Members, Description } = await communityRecord(ctx);
  return { Type: 'community', ID, Name, Avatar, Members, Description, By: by };
}
