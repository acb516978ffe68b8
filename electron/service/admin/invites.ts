import type { Output, Parsed } from '../../../shared/contract';
import type { Invite } from '../../../shared/contract/records';
import { AppError, invalid } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import { requireAdministrator } from '../access/access';
import { writeAuditEntry } from '../audit';
import { generateLongCode } from '../codes';
import type { Context, ReadContext } from '../context';
import { limitReached } from '../hourly-limit';
import {
  areInvitesAtLimit,
  hasMaxInvites,
  deleteInvite,
  insertInvite,
  inviteRecord,
  listInvites,
} from '../dialogs/invite-queries';

/** The dialog ID of invitations to the whole community. */
const COMMUNITY = 0;

/** Returns the invitations to the community, newest first. */
export async function invites(ctx: ReadContext): Promise<Output<'admin.invites'>> {
  requireAdministrator(ctx);
  return (await listInvites(ctx.db, COMMUNITY)).map(inviteRecord);
}

/** Creates an invitation to the community. */
export async function createInvite(ctx: Context, input: Parsed<'admin.createInvite'>): Promise<Invite> {
  const caller = requireAdministrator(ctx);
  const { maxUses, expires } = input;
  const now = ctx.now();
  if (expires !== 0 && expires <= now) throw invalid('expires', 'must be in the future');
  if (await areInvitesAtLimit(ctx.db, COMMUNITY)) {
    throw new AppError(
      'conflict',
      `There are ${LIMITS.invitesEach} invitations, which is the limit. Revoke one and try again.`,
    );
  }
  if (await hasMaxInvites(ctx.db, caller.id)) {
    throw limitReached(`You have ${LIMITS.invitesByEach} invitations`);
  }
  const invite = {
    id: ctx.newId(),
    code: generateLongCode(),
    dialog_id: COMMUNITY,
    uses: 0,
    by_id: caller.id,
    max_uses: maxUses,
    expires_at: expires,
    created_at: now,
  };
  await insertInvite(ctx.db, invite);
  await writeAuditEntry(ctx, { action: 'create_invite' });
  return inviteRecord(invite);
}

/** Revokes an invitation. Pending registrations that used it can no longer be confirmed. */
export async function revokeInvite(ctx: Context, { code }: Parsed<'admin.revokeInvite'>) {
  requireAdministrator(ctx);
  if (!(await deleteInvite(ctx.db, COMMUNITY, code))) throw new AppError('not_found');
  await writeAuditEntry(ctx, { action: 'revoke_invite' });
  return { ok: true as const };
}
