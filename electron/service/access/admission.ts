import type { Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { findOwner } from '../account/queries';
import { findCommunity } from '../community/queries';
import type { ReadContext } from '../context';
import { findInvite, isInviteValid } from '../dialogs/invite-queries';

/** Access control of registration and sign-in. */

/** Throws if the community doesn't accept this registration now. The set-up code is accepted under every setting. */
export async function requireMayRegister(
  ctx: ReadContext,
  { invite }: Pick<Parsed<'account.register'>, 'invite'>,
): Promise<void> {
  const { registration, setup_code } = await findCommunity(ctx.db);
  const hasSetupCode = setup_code !== '' && invite === setup_code;
  if (registration === 'closed' && !hasSetupCode) {
    throw new AppError('access_denied', 'This community isn’t accepting new members.');
  }
  if (registration === 'invite' && invite === undefined) {
    throw new AppError('access_denied', 'You need an invitation to join this community.');
  }
  if (invite !== undefined) await requireInvite(ctx, invite);
  await requireSetupCode(ctx, hasSetupCode);
}

/**
 * Accepts an invitation to the community, or the set-up code while there is no owner. Throws `not_found` if the code is
 * unknown or revoked, `gone` if it has expired or was used up. `inviter` is who created it, 0 for nobody.
 */
export async function requireInvite(
  ctx: ReadContext,
  code: string,
): Promise<{ isSetup: boolean; inviter: number }> {
  const { setup_code } = await findCommunity(ctx.db);
  if (code !== '' && code === setup_code) return { isSetup: true, inviter: 0 };
  const invite = await findInvite(ctx.db, code);
  if (invite?.dialog_id !== 0) {
    throw new AppError('not_found', 'Invitation not found. Check the link or ask for a new one.', {
      fields: { invite: 'does not exist' },
    });
  }
  if (!isInviteValid(invite, ctx.now())) throw new AppError('gone');
  return { isSetup: false, inviter: invite.by_id };
}

/**
 * Throws if the community has no owner and the set-up code was not given. The person who registers with the code
 * becomes the owner.
 */
export async function requireSetupCode(ctx: ReadContext, isSetup: boolean): Promise<void> {
  if (isSetup || (await findOwner(ctx.db))) return;
  throw new AppError(
    'access_denied',
    'This community has no owner yet. Enter the setup code to create the first account.',
    { fields: { invite: 'is required' } },
  );
}

/** Throws if the person signing in is banned, stating the reason of the ban. */
export function requireNotBanned({ ban, ban_reason }: { ban: 0 | 1; ban_reason: string }): void {
  if (ban === 0) return;
  throw new AppError('access_denied', `You are banned from this community: ${ban_reason}`, {
    fields: { ban: ban_reason },
  });
}
