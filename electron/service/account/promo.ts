import type { Output, Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { requirePerson } from '../access/access';
import type { Context } from '../context';
import { findSub, grant } from '../people/gift-queries';
import { checkUnknownPromos, recordUnknownPromo } from './attempts';
import { findPromo, insertPromoClaim, consumePromoUse } from './promo-queries';

/**
 * Claims a promo code. Throws `not_found` if it is unknown, `conflict` if the caller claimed it before or would gain
 * nothing, `gone` if it has expired or was used up.
 */
export async function claimPromo(
  ctx: Context,
  { promo: code }: Parsed<'account.promo'>,
): Promise<Output<'account.promo'>> {
  const { id } = requirePerson(ctx);
  checkUnknownPromos(ctx, id);
  const promo = await findPromo(ctx.db, code);
  if (!promo) {
    recordUnknownPromo(ctx, id);
    throw new AppError('not_found', 'Promo code not found. Check the spelling.');
  }
  const now = ctx.now();
  if (!(await insertPromoClaim(ctx.db, { person_id: id, code, created_at: now }))) {
    throw new AppError('conflict', 'You have already used this code.');
  }
  if (promo.expires_at !== 0 && promo.expires_at <= now) throw new AppError('gone');
  if (promo.coins === 0 && promo.sub <= (await findSub(ctx.db, id))) {
    throw new AppError('conflict', 'You already have what this code gives.');
  }
  if (!(await consumePromoUse(ctx.db, code))) throw new AppError('gone');
  await grant(ctx.db, id, promo);
  ctx.emit({
    type: 'profile',
    scope: promo.sub > 0 ? { kind: 'community', id: 0 } : { kind: 'person', id },
    ref: { kind: 'person', id },
  });
  return { ok: true };
}
