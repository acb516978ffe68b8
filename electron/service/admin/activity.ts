import type { Output } from '../../../shared/contract';
import { requireAdministrator } from '../access/access';
import type { ReadContext } from '../context';
import { firstIdentifierOf } from '../identifiers';
import { authorsOf } from '../people/records';
import { countMessages, countPosts, countRegistered, findNewestPerson } from './activity-queries';

const WEEK = 7 * 24 * 3600;
const WEEKS = 8;

/** Returns what was added in each of the last weeks, the oldest first, and the newest member. */
export async function activity(ctx: ReadContext): Promise<Output<'admin.activity'>> {
  requireAdministrator(ctx);
  const weeks: Output<'admin.activity'>['Weeks'] = [];
  for (let age = WEEKS; age > 0; age--) weeks.push(await weekFrom(ctx, ctx.now() + 1 - age * WEEK));
  const newest = await findNewestPerson(ctx.db);
  const user = newest && (await authorsOf(ctx, [newest.id])).get(newest.id);
  return { Weeks: weeks, Newest: user ? { User: user, Timestamp: newest.registered_at } : null };
}

/** Identifiers contain the second of their creation, so that a week is one run of each table. */
async function weekFrom(
  { db }: ReadContext,
  begin: number,
): Promise<Output<'admin.activity'>['Weeks'][number]> {
  const range = { from: firstIdentifierOf(begin), to: firstIdentifierOf(begin + WEEK) };
  return {
    Timestamp: begin,
    Messages: await countMessages(db, range),
    Posts: await countPosts(db, range),
    Joined: await countRegistered(db, range),
  };
}
