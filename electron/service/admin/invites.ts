import type { Output, Parsed } from '../../../shared/contract';
import type { Invite } from '../../../shared/contract/records';
import { AppError, invalid } from '../../../shared/errors';
import { requireAdministrator } from '../access';
import { drawLongCode } from '../codes';
import type { Context, ReadContext } from '../context';
import {
  areInvitesMany,
  deleteInvite,
  insertInvite,
  inviteRecord,
  listInvites,
  TOO_MANY_INVITES,
} from '../dialogs/invite-queries';
import { insertAct } from './queries';

/** What stands for a dialog in an invitation to the whole community. */
const COMMUNITY = 0;

/** The invitations to the community, newest first. */
export async function invites(ctx: ReadContext): Promise<Output<'admin.invites'>> {
  requireAdministrator(ctx);
  return (await listInvites(ctx.db, COMMUNITY)).map(inviteRecord);
}

/** Makes an invitation to the community. */
export async function createInvite(ctx: Context, input: Parsed<'admin.createInvite'>): Promise<Invite> {
  const caller = requireAdministrator(ctx);
  const { maxUses, expires } = input;
  const now = ctx.now();
  if (expires !== 0 && expires <= now) throw invalid('expires', 'must be in the future');
  if (await areInvitesMany(ctx.db, COMMUNITY)) throw new AppError('conflict', TOO_MANY_INVITES);
  const invite = {
    code: drawLongCode(),
    dialog_id: COMMUNITY,
    uses: 0,
    by_id: caller.id,
    max_uses: maxUses,
    expires_at: expires,
    created_at: now,
  };
  await insertInvite(ctx.db, invite);
  await insertAct(ctx.db, { id: ctx.newId(), by: caller.id, act: 'create_invite', now });
  return inviteRecord(invite);
}

/** Takes an invitation back; those who registered with it and wait for their code are not let in. */
export async function revokeInvite(ctx: Context, { code }: Parsed<'admin.revokeInvite'>) {
  const caller = requireAdministrator(ctx);
  if (!(await deleteInvite(ctx.db, COMMUNITY, code))) throw new AppError('not_found');
  await insertAct(ctx.db, { id: ctx.newId(), by: caller.id, act: 'revoke_invite', now: ctx.now() });
  return { ok: true as const };
}
