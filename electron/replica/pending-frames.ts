import type { Frame } from '../../shared/events';
import { AppError } from '../../shared/errors';
import { requirePerson } from '../service/access/access';
import type { NewEvent, ReadContext } from '../service/context';
import { eventRecord } from '../service/events/event-records';
import { eventRowOf } from '../service/events/event-row';
import { findMembers, findWallAudience, type EventRow } from '../service/events/queries';

/** Builds the frames that the host would send to the caller for their own events, without sequence numbers. */
export async function pendingFrames(
  ctx: ReadContext,
  events: readonly NewEvent[],
  now: number,
): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (const event of events) {
    const row = { seq: 0, ...eventRowOf(event, requirePerson(ctx).id, now) };
    const record = (await isForCaller(ctx, row)) ? await recordOf(ctx, row) : null;
    if (!record) continue;
    const { Seq: _, ...frame } = record;
    frames.push(frame);
  }
  return frames;
}

async function isForCaller(ctx: ReadContext, row: EventRow): Promise<boolean> {
  const { id, role } = requirePerson(ctx);
  switch (row.scope_kind) {
    case 'community':
      return true;
    case 'administrators':
      return role !== 'member';
    case 'person':
      return row.scope_id === id;
    case 'dialog':
      return (await findMembers(ctx.db, row.scope_id, [id])).has(id);
    case 'wall':
      return (await findWallAudience(ctx.db, row, [id])).has(id);
  }
}

/** Returns null for a record that needs the host: the page reads it again when the host is back. */
async function recordOf(ctx: ReadContext, row: EventRow) {
  try {
    return await eventRecord(ctx, row);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
