import type { Context } from './context';
import { findCoinsDay, giveDailyCoins } from './people/gift-queries';

/** Seconds of a day. */
const DAY = 86_400;

/**
 * Gives the caller the community's daily coins with their first write of a day (UTC). Whatever the clock does, a day
 * gives them once. Apps' writes don't count.
 */
export async function grantDailyCoins(ctx: Context): Promise<void> {
  if (!ctx.caller || ctx.caller.app) return;
  const { id } = ctx.caller;
  const today = Math.floor(ctx.now() / DAY);
  const last = await findCoinsDay(ctx.db, id);
  if (!last || last.coins_day >= today || last.daily_coins === 0) return;
  if (!(await giveDailyCoins(ctx.db, id, today))) return;
  ctx.emit({ type: 'profile', scope: { kind: 'person', id }, ref: { kind: 'person', id } });
}
