import type { PostModel } from '../../../shared/contract/records';
import { requirePerson } from '../access/access';
import type { ReadContext } from '../context';
import { findScheduledOf, listScheduled, type ScheduledRow } from '../scheduling/queries';
import { withSchedule } from '../scheduling/scheduled-records';
import { settingsOf } from './content';
import type { PostInput } from './publishing';
import { postRecords } from './records';

/** What is stored of a scheduled post: its input without the wall. */
export type ScheduledPostInput = Omit<PostInput, 'user'>;

/** Reads the stored input of a scheduled post. */
export function scheduledPostInput(row: ScheduledRow): ScheduledPostInput {
  return JSON.parse(row.input) as ScheduledPostInput;
}

/** Builds records of scheduled posts of the caller, in the order of the rows. */
export async function scheduledPosts(ctx: ReadContext, rows: readonly ScheduledRow[]): Promise<PostModel[]> {
  const inputs = rows.map((row) => ({ row, input: scheduledPostInput(row) }));
  const posts = inputs.map(({ row, input }) => ({
    id: row.id,
    wall_id: row.target_id,
    author_id: row.person_id,
    content: input.content ?? '',
    ...settingsOf(input),
    repost_id: input.repost ?? 0,
    likes: 0,
    comments: 0,
    reposts: 0,
    views: 0,
    created_at: row.due_at,
    edited_at: 0,
    written_at: 0,
  }));
  return withSchedule(ctx, await postRecords(ctx, posts), inputs);
}

/** Lists what the caller has scheduled on any wall, the earliest first. */
export async function listScheduledPosts(ctx: ReadContext): Promise<PostModel[]> {
  const { id: person } = requirePerson(ctx);
  return scheduledPosts(ctx, await listScheduled(ctx.db, { person, kind: 'post' }));
}

/** Returns records of scheduled posts of the caller by ID; those of others are left out. */
export async function scheduledPostsById(
  ctx: ReadContext,
  ids: readonly number[],
): Promise<Map<number, PostModel>> {
  const rows = await findScheduledOf(ctx.db, requirePerson(ctx).id, ids);
  const records = await scheduledPosts(
    ctx,
    rows.filter((row) => row.kind === 'post'),
  );
  return new Map(records.map((record) => [record.ID, record]));
}
