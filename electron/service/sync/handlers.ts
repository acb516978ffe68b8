import type { Output, Parsed } from '../../../shared/contract';
import { scopeOf } from '../../../shared/contract/sync';
import { invalid } from '../../../shared/errors';
import { migrations } from '../../database/migrations';
import { requirePerson } from '../access/access';
import type { ReadContext } from '../context';
import type { Handlers } from '../dispatch';
import { findOldestSeq } from '../events/queries';
import { readChanges } from './changes';
import { readScope, scopesOf } from './scopes';

type Names = 'sync.begin' | 'sync.page' | 'sync.changes';

/** Replicas of members: what a person may see, as rows. */
export const syncHandlers = {
  'sync.begin': begin,
  'sync.page': page,
  'sync.changes': changes,
} satisfies Pick<Handlers, Names>;

async function begin(ctx: ReadContext): Promise<Output<'sync.begin'>> {
  requirePerson(ctx);
  // Read before anything else: what changes from here on is among the changes.
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
  return readChanges(ctx, { since: input.since, last: seq, limit: input.limit });
}

/** The oldest number in the log; the next one while the log is empty. */
async function oldestSeq(ctx: ReadContext): Promise<number> {
  return (await findOldestSeq(ctx.db)) ?? ctx.eventLog().seq + 1;
}
