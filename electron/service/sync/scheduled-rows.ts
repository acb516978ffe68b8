import type { Parsed } from '../../../shared/contract';
import { requirePerson } from '../access/access';
import type { ReadContext } from '../context';
import { findScheduledOf, listScheduled } from '../scheduling/queries';
import { addItems } from './item-rows';
import { addPeople } from './people-rows';
import type { RowSet } from './row-set';
import { addPosts } from './wall-rows';

/** The fields in the stored input of a scheduled message or post that refer to other items. */
type ScheduledInput = Pick<Parsed<'dialogs.send'>, 'photos_list' | 'attachments' | 'repost'>;

/** Adds everything that the caller, `person`, has scheduled. */
export async function addAllScheduled(ctx: ReadContext, person: number, rows: RowSet): Promise<void> {
  const messages = await listScheduled(ctx.db, { person, kind: 'message' });
  const posts = await listScheduled(ctx.db, { person, kind: 'post' });
  const ids = [...messages, ...posts].map((row) => row.id);
  await addScheduled(ctx, ids, rows);
}

/** Adds some of what the caller has scheduled, with what will be attached to it. */
export async function addScheduled(ctx: ReadContext, ids: readonly number[], rows: RowSet): Promise<void> {
  const scheduled = await findScheduledOf(ctx.db, requirePerson(ctx).id, ids);
  rows.add('scheduled_item', scheduled);
  const inputs = scheduled.map((row) => JSON.parse(row.input) as ScheduledInput);
  const attached = inputs.flatMap((input) => input.attachments ?? []);
  const idsOf = (type: string) => attached.filter(({ Type }) => Type === type).map(({ Item }) => Item);
  await addPosts(ctx, [...idsOf('post'), ...inputs.map((input) => input.repost ?? 0)], rows);
  const photo = inputs.flatMap((input) => input.photos_list ?? []);
  await addItems(ctx, { photo, file: idsOf('file'), track: idsOf('track'), video: idsOf('video') }, rows);
  const walls = scheduled.filter((row) => row.kind === 'post').map((row) => row.target_id);
  await addPeople(ctx, walls, rows);
}
