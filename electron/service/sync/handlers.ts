import type { Output, Parsed } from '../../../shared/contract';
import { scopeOf } from '../../../shared/contract/sync';
import { invalid } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import { migrations } from '../../database/migrations';
import { requirePerson } from '../access/access';
import type { ReadContext } from '../context';
import type { Handlers } from '../dispatch';
import { findAcquaintances, findOldestSeq } from '../events/queries';
import { authorsOf } from '../people/records';
import { readChanges } from './changes';
import { listFollowedPage, listPrivatePartners } from './scope-queries';
import { readScope, scopesOf } from './scopes';

type Names = 'sync.begin' | 'sync.page' | 'sync.changes';

/** Handlers of replication: return the rows that a person may see. */
export const syncHandlers = {
  'sync.begin': begin,
  'sync.page': page,
  'sync.changes': changes,
} satisfies Pick<Handlers, Names>;

async function begin(ctx: ReadContext): Promise<Output<'sync.begin'>> {
  requirePerson(ctx);
  // Read first, so that `sync.changes` includes every later change.
  const { log, seq } = ctx.eventLog();
  return {
    Log: log,
    Seq: seq,
    Oldest: await oldestSeq(ctx),
    Schema: migrations.length,
    Scopes: await scopesOf(ctx),
  };
}

async function page(ctx: ReadContext, input: Parsed<'sync.page'>): Promise<Output<'sync.page'>> {
  requirePerson(ctx);
  const scope = scopeOf(input.scope);
  if (!scope) throw invalid('scope', 'must be KIND:ID');
  const { rows, after, more } = await readScope(ctx, scope, input.after, input.limit);
  return { Rows: rows.toWire(), After: after, More: more };
}

async function changes(ctx: ReadContext, input: Parsed<'sync.changes'>): Promise<Output<'sync.changes'>> {
  requirePerson(ctx);
  const { log, seq } = ctx.eventLog();
  const canResume = input.log === log && input.since <= seq && input.since >= (await oldestSeq(ctx)) - 1;
  if (!canResume) return { Reset: true, Log: log, Seq: seq };
  const page = await readChanges(ctx, { since: input.since, last: seq, limit: input.limit });
  return input.online ? { ...page, Online: await listPresence(ctx) } : page;
}

/**
 * Returns which acquaintances of the caller are online, and when people in the lists of a replica were last seen, as
 * far as the caller may see it.
 */
async function listPresence(ctx: ReadContext) {
  const { id } = requirePerson(ctx);
  const limit = LIMITS.syncOnline;
  const present = ctx.ephemeral.presence.presentPeople().filter((person) => person !== id);
  const known = await findAcquaintances(ctx.db, id, present);
  const partners = await listPrivatePartners(ctx.db, id, limit);
  const followed = await listFollowedPage(ctx.db, { of: id, after: 0, limit });
  const shown = [...new Set([...partners, ...followed])].slice(0, limit);
  const authors = await authorsOf(ctx, [...known.slice(0, limit), ...shown]);
  return [...authors].flatMap(([User, { Online }]) =>
    Online.Online || Online.LastBeen > 0 ? [{ User, Online }] : [],
  );
}

/** Returns the oldest number in the event log, or the next one if the log is empty. */
async function oldestSeq(ctx: ReadContext): Promise<number> {
  return (await findOldestSeq(ctx.db)) ?? ctx.eventLog().seq + 1;
}
