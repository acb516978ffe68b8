import { requirePerson } from '../access/access';
import type { ReadContext } from '../context';
import type { ScheduledMessageInput } from '../messages/scheduled-records';
import { attachmentRowsOf } from '../scheduling/attachment-rows';
import { findScheduledOf } from '../scheduling/queries';
import { addItems } from './item-rows';
import { addPeople } from './people-rows';
import type { RowSet } from './row-set';
import { addPosts } from './wall-rows';

/** Adds what the caller has scheduled, with what will be attached to it. */
export async function addScheduled(ctx: ReadContext, ids: readonly number[], rows: RowSet): Promise<void> {
  const scheduled = await findScheduledOf(ctx.db, requirePerson(ctx).id, ids);
  rows.add('scheduled_item', scheduled);
  const inputs = scheduled.map((row) => JSON.parse(row.input) as ScheduledMessageInput);
  const attached = scheduled.flatMap((row, index) => attachmentRowsOf(row, inputs[index] ?? {}));
  const idsOf = (type: string) => attached.filter((row) => row.type === type).map((row) => row.item_id);
  await addPosts(ctx, [...idsOf('post'), ...inputs.map((input) => input.repost ?? 0)], rows);
  await addItems(
    ctx,
    { photo: idsOf('photo'), file: idsOf('file'), track: idsOf('track'), video: idsOf('video') },
    rows,
  );
  const walls = scheduled.filter((row) => row.kind === 'post').map((row) => row.target_id);
  await addPeople(ctx, walls, rows);
}
