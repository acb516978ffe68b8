import { endpointOf, type Parsed } from '../../../shared/contract';
import { parseInput } from '../../../shared/contract/endpoint';
import type { PostModel } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { requireOwnScheduled } from '../access/scheduled';
import type { Context, ReadContext } from '../context';
import type { ScheduledRow } from '../scheduling/queries';
import { changeScheduled, isFuture, removeScheduled, storeScheduled } from '../scheduling/scheduled-items';
import { publishPost, requirePostInput, type PostInput } from './publishing';
import { scheduledPostInput, scheduledPosts, type ScheduledPostInput } from './scheduled-records';

/** Posts that are published at a later time. Until then only their author sees them. */

/** Schedules a post for its `timestamp`. */
export async function schedulePost(ctx: Context, input: Parsed<'posts.create'>): Promise<PostModel> {
  const { wall } = await requirePostInput(ctx, input);
  const row = await storeScheduled(ctx, {
    kind: 'post',
    target_id: wall,
    due_at: input.timestamp ?? 0,
    input: storedInput(input),
  });
  return scheduledPostRecord(ctx, row);
}

/** Changes a scheduled post; with a time that has passed, publishes it. */
export async function editScheduledPost(
  ctx: Context,
  row: ScheduledRow,
  changes: Omit<Parsed<'posts.edit'>, 'post_id'>,
): Promise<PostModel> {
  const { timestamp = row.due_at } = changes;
  const given = Object.entries(storedInput(changes)).filter(([, value]) => value !== undefined);
  const input: PostInput = {
    ...scheduledPostInput(row),
    ...(Object.fromEntries(given) as ScheduledPostInput),
    user: String(row.target_id),
  };
  await requirePostInput(ctx, input);
  if (isFuture(ctx, timestamp)) {
    const change = { due_at: timestamp, input: storedInput(input) };
    return scheduledPostRecord(ctx, await changeScheduled(ctx, row, change));
  }
  await removeScheduled(ctx, row);
  return publishPost(ctx, input);
}

/** Publishes a scheduled post now. */
export async function publishScheduled(
  ctx: Context,
  { post_id }: Parsed<'posts.publishScheduled'>,
): Promise<PostModel> {
  return publishScheduledPost(ctx, await requireOwnScheduled(ctx, 'post', post_id));
}

/** Publishes a scheduled post and removes it from the schedule. Its author's rights are checked again. */
export async function publishScheduledPost(ctx: Context, row: ScheduledRow): Promise<PostModel> {
  await removeScheduled(ctx, row);
  const input = { ...scheduledPostInput(row), user: String(row.target_id) };
  return publishPost(ctx, parseInput(endpointOf('posts.create'), input) as PostInput);
}

/** Builds the record of a scheduled post of the caller. */
export async function scheduledPostRecord(ctx: ReadContext, row: ScheduledRow): Promise<PostModel> {
  const [record] = await scheduledPosts(ctx, [row]);
  if (!record) throw new AppError('not_found');
  return record;
}

function storedInput(input: Omit<PostInput, 'user'>): ScheduledPostInput {
  const { content, text, photos_list, attachments, language, nsfw, repost, audience, comments_closed } =
    input;
  return {
    ...{ content: content ?? text, photos_list, attachments, language, nsfw, repost },
    ...{ audience, comments_closed },
  };
}
