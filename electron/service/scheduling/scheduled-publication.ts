import { AppError, type ErrorCode } from '../../../shared/errors';
import type { Store } from '../../database/open';
import { requireCallerById } from '../access/access';
import type { Caller, Context } from '../context';
import type { GroupCommit } from '../group-commit';
import { NO_SESSION } from '../session';
import type { ScheduledJob } from './publisher';
import { findNextDue, findScheduled, listDue, type ScheduledRow } from './queries';
import { refuseScheduled } from './scheduled-items';

/** Publishes an item as its author, and removes it from the schedule. */
type Publish = (ctx: Context, row: ScheduledRow) => Promise<unknown>;

interface ScheduledPublicationOptions {
  store: Store;
  groupCommit: GroupCommit;
  /** How to publish each kind. */
  publish: Record<ScheduledRow['kind'], Publish>;
  /** Unix seconds. */
  now: () => number;
}

/** Publishes scheduled messages and posts: each is published and removed from the schedule in one transaction. */
export function scheduledPublication(options: ScheduledPublicationOptions): ScheduledJob {
  return {
    subject: 'a scheduled item',
    findNext: findNextDue,
    listDue: async (db, now, limit) => (await listDue(db, now, limit)).map((row) => row.id),
    run: (id) => publishOrRefuse(options, id),
  };
}

async function publishOrRefuse(options: ScheduledPublicationOptions, id: number): Promise<void> {
  try {
    await transact(options, id, async (row) => {
      const caller = await requireCallerById(options.store.writer.db, row.person_id);
      return { caller, write: (ctx) => options.publish[row.kind](ctx, row) };
    });
  } catch (error) {
    if (!(error instanceof AppError) || !REFUSALS.has(error.code)) throw error;
    const write = (row: ScheduledRow) => (ctx: Context) => refuseScheduled(ctx, row, error.code);
    await transact(options, id, async (row) => ({ caller: null, write: write(row) }));
  }
}

/** Runs a write about an item, unless it was removed, changed or refused meanwhile. */
function transact(
  { store, groupCommit, now }: ScheduledPublicationOptions,
  id: number,
  work: (row: ScheduledRow) => Promise<{ caller: Caller | null; write: (ctx: Context) => Promise<unknown> }>,
): Promise<void> {
  return store.writer.run(async () => {
    const { db } = store.writer;
    const row = await findScheduled(db, id);
    if (!row || row.refusal !== '' || row.due_at > now()) return;
    const { caller, write } = await work(row);
    await groupCommit.collect({ db, session: NO_SESSION, caller }, write);
  });
}

/** What the author must know of; after any other error publishing is tried again. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'auth_failed',
  'access_denied',
  'not_found',
  'conflict',
  'gone',
  'too_large',
  'validation_error',
  'rate_limit_exceeded',
]);
