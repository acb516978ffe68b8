import type { Output, Parsed } from '../../../shared/contract';
import type { Promo } from '../../../shared/contract/records';
import { AppError, invalid } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import { requireAdministrator } from '../access/access';
import { deletePromo, findPromo, insertPromo, listPromos } from '../account/promo-queries';
import { writeAuditEntry } from '../audit';
import type { Context, ReadContext } from '../context';

type PromoRow = Awaited<ReturnType<typeof listPromos>>[number];

/** Returns the promo codes, newest first. */
export async function promos(ctx: ReadContext): Promise<Output<'admin.promos'>> {
  requireAdministrator(ctx);
  return (await listPromos(ctx.db, LIMITS.promos)).map(record);
}

/** Creates a promo code. Throws `conflict` if it exists. */
export async function createPromo(ctx: Context, input: Parsed<'admin.createPromo'>): Promise<Promo> {
  requireAdministrator(ctx);
  const { code, coins, sub, uses, expires } = input;
  const now = ctx.now();
  if (coins === 0 && sub === 0) throw invalid('coins', 'is required without a subscription');
  if (expires !== 0 && expires <= now) throw invalid('expires', 'must be in the future');
  if (await findPromo(ctx.db, code)) {
    throw new AppError('conflict', 'This promo code already exists. Choose another one.', {
      fields: { code: 'already exists' },
    });
  }
  if ((await listPromos(ctx.db, LIMITS.promos)).length === LIMITS.promos) {
    throw new AppError(
      'conflict',
      `There are ${LIMITS.promos} promo codes, which is the limit. Delete one and try again.`,
    );
  }
  const row = { code, coins, sub, uses: 0, max_uses: uses, expires_at: expires, created_at: now };
  await insertPromo(ctx.db, row);
  await writeAuditEntry(ctx, { action: 'create_promo', reason: code });
  return record(row);
}

/** Revokes a promo code. What people claimed with it stays. */
export async function revokePromo(ctx: Context, { code }: Parsed<'admin.revokePromo'>) {
  requireAdministrator(ctx);
  if (!(await deletePromo(ctx.db, code))) throw new AppError('not_found');
  await writeAuditEntry(ctx, { action: 'revoke_promo', reason: code });
  return { ok: true as const };
}

function record(row: PromoRow): Promo {
  return {
    Code: row.code,
    Coins: row.coins,
    Sub: row.sub,
    Uses: row.uses,
    MaxUses: row.max_uses,
    Expires: row.expires_at,
    Timestamp: row.created_at,
  };
}
