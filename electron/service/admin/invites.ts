import type { Output, Parsed } from '../../../shared/contract';
import type { Invite } from '../../../shared/contract/records';
import { AppError, invalid } from '../../../shared/errors';
import { requireAdministrator } from '../access';
import { drawLongCode } from '../codes';
import type { Context, ReadContext } from '../context';
import { deleteInvite, insertAct, insertInvite, listInvites } from './queries';

/** The invitations to the community, newest first. */
export async function invites(ctx: ReadContext): Promise<Output<'admin.invites'>> {
  requireAdministrator(ctx);
  return (await listInvites(ctx.db)).map(record);
}

/** Makes an invitation to the community. */
export async function createInvite(ctx: Context, input: Parsed<'admin.createInvite'>): Promise<Invite> {
  const caller = requireAdministrator(ctx);
  const { maxUses, expires } = input;
  const now = ctx.now();
  if (expires !== 0 && expires <= now) throw invalid('expires', 'must be in the future');
  const invite = {
    code: drawLongCode(),
    by_id: caller.id,
    max_uses: maxUses,
    expires_at: expires,
    created_at: now,
  };
  await insertInvite(ctx.db, invite);
  await insertAct(ctx.db, { id: ctx.newId(), by: caller.id, act: 'create_invite', now });
  return record({ ...invite, uses: 0 });
}

/** Takes an invitation back; those who registered with it and wait for their code are not let in. */
export async function revokeInvite(ctx: Context, { code }: Parsed<'admin.revokeInvite'>) {
  const caller = requireAdministrator(ctx);
  if (!(await deleteInvite(ctx.db, code))) throw new AppError('not_found');
  await insertAct(ctx.db, { id: ctx.newId(), by: caller.id, act: 'revoke_invite', now: ctx.now() });
  return { ok: true as const };
}

function record(row: Omit<Awaited<ReturnType<typeof listInvites>>[number], 'by_id' | 'dialog_id'>): Invite {
  return {
    Code: row.code,
    Dialog: 0,
    Uses: row.uses,
    MaxUses: row.max_uses,
    Expires: row.expires_at,
    Timestamp: row.created_at,
  };
}
