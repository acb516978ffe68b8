import { LIMITS, RATES } from '../../../shared/limits';
import { requirePerson } from '../access/access';
import type { Context } from '../context';
import { enforceHourlyLimit, limitReached } from '../hourly-limit';
import { ownsMaxDialogs } from './queries';

/** Throws if the caller owns the maximum number of groups and channels, or created too many within an hour. */
export async function requireMayCreate(ctx: Context): Promise<void> {
  const { id: person } = requirePerson(ctx);
  await requireMayOwn(ctx, person);
  const limit = RATES.dialogsPerHour;
  enforceHourlyLimit(ctx, {
    kind: 'dialogs',
    person,
    limit: limit,
    actions: `made ${limit} groups and channels`,
  });
}

/** Throws `too_large` if a person owns the maximum number of groups and channels. */
export async function requireMayOwn(ctx: Context, person: number): Promise<void> {
  const limit = LIMITS.dialogsOwned;
  if (!(await ownsMaxDialogs(ctx.db, person, limit))) return;
  const owner = person === requirePerson(ctx).id ? 'You own' : 'This person owns';
  throw limitReached(`${owner} ${limit} groups and channels`);
}
