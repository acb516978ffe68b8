import { AppError } from '../../../shared/errors';
import { findScheduled, type ScheduledRow } from '../scheduling/queries';
import { requirePerson } from './access';
import type { ReadContext } from '../context';

/** Access control of scheduled messages and posts: only their author knows of them. */

/** Returns a scheduled item of the caller if the ID is one of theirs. */
export async function findOwnScheduled(
  ctx: ReadContext,
  kind: ScheduledRow['kind'],
  id: number,
): Promise<ScheduledRow | undefined> {
  const row = await findScheduled(ctx.db, id);
  return row?.kind === kind && row.person_id === requirePerson(ctx).id ? row : undefined;
}

/** Returns a scheduled item of the caller. */
export async function requireOwnScheduled(
  ctx: ReadContext,
  kind: ScheduledRow['kind'],
  id: number,
): Promise<ScheduledRow> {
  const row = await findOwnScheduled(ctx, kind, id);
  if (!row) throw new AppError('not_found');
  return row;
}
