import { LIMITS, RATES } from '../../../shared/limits';
import { requirePerson } from '../access/access';
import type { Context } from '../context';
import { enforceHourlyLimit, limitReached } from '../hourly-limit';
import { ownsManyDialogs } from './queries';

/** Throws where the caller made, or owns, as many groups and channels as they may. */
export async function requireMayCreate(ctx: Context): Promise<void> {
  const { id: person } = requirePerson(ctx);
  await requireMayOwn(ctx, person);
  const most = RATES.dialogsPerHour;
  enforceHourlyLimit(ctx, {
    kind: 'dialogs',
    person,
    limit: most,
    actions: `made ${most} groups and channels`,
  });
}

/** Throws `too_large` where a person owns as many groups and channels as they may. */
export async function requireMayOwn(ctx: Context, person: number): Promise<void> {
  const most = LIMITS.dialogsOwned;
  if (!(await ownsManyDialogs(ctx.db, person, most))) return;
  const owner = person === requirePerson(ctx).id ? 'You own' : 'This person owns';
  throw limitReached(`${owner} ${most} groups and channels`);
}
