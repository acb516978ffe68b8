import type { Context } from '../context';
import { giveDailyCoins, type CoinsDay } from './gift-queries';

/** Seconds of a day. */
const DAY = 86_400;

/**
 * Gives the caller the community's daily coins with their first write of a day (UTC). Whatever the clock does, a day
 * gives them once. Apps' writes don't count. `last` tells when they last got some; undefined without a caller.
 */
export async function grantDailyCoins(ctx: Context, last: CoinsDay | undefined): Promise<void> {
  if (!ctx.caller || ctx.caller.app) return;
  const { id } = ctx.caller;
  const today = Math.floor(ctx.now() / DAY);
  if (!last || last.coins_day >= today || last.daily_coins === 0) return;
  if (!(await giveDailyCoins(ctx.db, id, today))) return;
  ctx.emit({ type: 'profile', scope: { kind: 'person', id }, ref: { kind: 'person', id } });
}
