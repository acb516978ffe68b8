import type { ErrorCode } from '../../../shared/errors';
import { invalid } from '../../../shared/errors';
import { LIFETIMES, LIMITS } from '../../../shared/limits';
import { requirePerson } from '../access/access';
import type { Context, ReadContext } from '../context';
import { limitReached } from '../hourly-limit';
import { notifyScheduledRefused, retractNotificationsAbout } from '../notifications/notifications';
import {
  countScheduled,
  deleteScheduled,
  insertScheduled,
  updateScheduled,
  type ScheduledRow,
} from './queries';

/**
 * Whether a timestamp is in the future, so that it schedules. Throws `validation_error` if it is too far in the future.
 */
export function isFuture(ctx: ReadContext, timestamp = 0): boolean {
  if (timestamp > ctx.now() + LIFETIMES.scheduled) throw invalid('timestamp', 'must be within one year');
  return timestamp > ctx.now();
}

/** Schedules an item of the caller. Throws `too_large` if they have scheduled the maximum number. */
export async function storeScheduled(
  ctx: Context,
  item: Pick<ScheduledRow, 'kind' | 'target_id' | 'due_at'> & { input: object },
): Promise<ScheduledRow> {
  const { id: person } = requirePerson(ctx);
  const limit = LIMITS.scheduledEach;
  if ((await countScheduled(ctx.db, person)) >= limit)
    throw limitReached(`You have scheduled ${limit} messages and posts`);
  const row: ScheduledRow = {
    ...item,
    id: ctx.newId(),
    person_id: person,
    input: JSON.stringify(item.input),
    refusal: '',
    created_at: ctx.now(),
  };
  await insertScheduled(ctx.db, row);
  emitScheduled(ctx, row);
  return row;
}

/** Changes a scheduled item, which then waits for its time again if publishing it was refused. */
export async function changeScheduled(
  ctx: Context,
  row: ScheduledRow,
  change: { due_at: number; input: object },
): Promise<ScheduledRow> {
  const changed: ScheduledRow = { ...row, ...change, input: JSON.stringify(change.input), refusal: '' };
  const { due_at, input, refusal } = changed;
  await updateScheduled(ctx.db, row.id, { due_at, input, refusal });
  await retractNotificationsAbout(ctx, 'scheduled', [row.id]);
  emitScheduled(ctx, changed);
  return changed;
}

/** Removes an item from the schedule, because its author wants it or because it is published. */
export async function removeScheduled(ctx: Context, row: ScheduledRow): Promise<void> {
  await deleteScheduled(ctx.db, row.id);
  await retractNotificationsAbout(ctx, 'scheduled', [row.id]);
  emitScheduled(ctx, row);
}

/** Records why an item could not be published, and notifies its author. It stays scheduled until they change it. */
export async function refuseScheduled(ctx: Context, row: ScheduledRow, refusal: ErrorCode): Promise<void> {
  await updateScheduled(ctx.db, row.id, { refusal });
  emitScheduled(ctx, row);
  await notifyScheduledRefused(ctx, { person: row.person_id, item: row.id });
}

/** Emits to the author that a scheduled item was added, changed or removed, and lets the publisher look again. */
function emitScheduled(ctx: Context, { id, kind, person_id: person, target_id: target }: ScheduledRow): void {
  ctx.emit({
    type: kind === 'message' ? 'scheduled_message' : 'scheduled_post',
    scope: { kind: 'person', id: person },
    ref: { kind: 'scheduled', id },
    body: { Target: target },
  });
  ctx.afterCommit(() => ctx.schedule.refresh());
}
