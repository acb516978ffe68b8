import type { Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { findOwner } from '../account/queries';
import { findCommunity } from '../community/queries';
import type { ReadContext } from '../context';
import { findInvite, isInviteGood } from '../dialogs/invite-queries';

/** Who may become a member of the community, and who may sign in to it. Each throws. */

/** Throws where the community accepts no registration of this person now. The set-up code works with every setting. */
export async function requireAdmission(
  ctx: ReadContext,
  { invite }: Pick<Parsed<'account.register'>, 'invite'>,
): Promise<void> {
  const { registration, setup_code } = await findCommunity(ctx.db);
  const isFounding = setup_code !== '' && invite === setup_code;
  if (registration === 'closed' && !isFounding) {
    throw new AppError('access_denied', 'This community is closed to new members.');
  }
  if (registration === 'invite' && invite === undefined) {
    throw new AppError('access_denied', 'You need an invitation to join this community.');
  }
  if (invite !== undefined) await requireInvite(ctx, invite);
  await requireSetupCode(ctx, isFounding);
}

/**
 * An invitation to the community, or the set-up code while nobody owns it. Throws `not_found` for one that is unknown
 * or was taken back, `gone` for one that has expired or was used up.
 */
export async function requireInvite(ctx: ReadContext, code: string): Promise<{ isSetup: boolean }> {
  const { setup_code } = await findCommunity(ctx.db);
  if (code !== '' && code === setup_code) return { isSetup: true };
  const invite = await findInvite(ctx.db, code);
  if (invite?.dialog_id !== 0) {
    throw new AppError('not_found', 'Invitation not found. Check the link or ask for a new one.', {
      fields: { invite: 'does not exist' },
    });
  }
  if (!isInviteGood(invite, ctx.now())) throw new AppError('gone');
  return { isSetup: false };
}

/** Throws while the community has no owner, unless the set-up code was given: its bearer becomes the owner. */
export async function requireSetupCode(ctx: ReadContext, isSetup: boolean): Promise<void> {
  if (isSetup || (await findOwner(ctx.db))) return;
  throw new AppError(
    'access_denied',
    'This community has no owner yet. Enter the setup code to create the first account.',
    { fields: { invite: 'is required' } },
  );
}

/** Throws where a person who signs in is banned, with the reason of the ban. */
export function requireNotBanned({ ban, ban_reason }: { ban: 0 | 1; ban_reason: string }): void {
  if (ban === 0) return;
  throw new AppError('access_denied', `You are banned from this community: ${ban_reason}`, {
    fields: { ban: ban_reason },
  });
}
