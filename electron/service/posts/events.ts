import type { CommentWithPost } from '../access/walls';
import type { Context } from '../context';
import { findRelation } from '../people/queries';
import { requirePerson } from '../access/access';
import { emitSharedItemChange } from '../events/shared-item-events';
import { listReposts } from './queries';

interface Place {
  id: number;
  wall_id: number;
}

/** Tells those who may see a wall of something about one of its posts. */
export function tellPost(
  ctx: Context,
  type: 'post' | 'post_edit' | 'comment' | 'like',
  { id, wall_id }: Place,
  body: Record<string, number> = {},
): void {
  ctx.emit({ type, scope: { kind: 'wall', id: wall_id }, ref: { kind: 'post', id }, body });
}

/** Tells that a post is gone. */
export function tellRemoved(ctx: Context, post: Place & { author_id: number }): Promise<void> {
  const { id, wall_id: wall, author_id: author } = post;
  return tellGone(ctx, 'post_delete', { id, wall, body: { User: wall, Author: author } });
}

/** Tells that a comment is gone, and how many the post has now. */
export function tellCommentRemoved(ctx: Context, comment: CommentWithPost, count: number): Promise<void> {
  const { id, post_id, wall_id: wall, author_id: author } = comment;
  return tellGone(ctx, 'comment_delete', {
    id: post_id,
    wall,
    body: { Comment: id, Comments: count, Author: author },
  });
}

/** Tells that what reposts a post, on walls and in dialogs, looks another now, as far as they are not too many. */
export async function tellReposts(ctx: Context, post: number): Promise<void> {
  for (const place of await listReposts(ctx.db, post, REPOSTS)) tellPost(ctx, 'post_edit', place);
  await emitSharedItemChange(ctx, 'post', post);
}

const REPOSTS = 100;

interface Gone {
  id: number;
  wall: number;
  body: Record<string, number> & { Author: number };
}

/** Its author hears of it too, who need not have subscribed to the wall. */
async function tellGone(
  ctx: Context,
  type: 'post_delete' | 'comment_delete',
  { id, wall, body }: Gone,
): Promise<void> {
  const author = body.Author;
  const event = { type, ref: { kind: 'post', id }, body } as const;
  ctx.emit({ ...event, scope: { kind: 'wall', id: wall } });
  const hearers = [wall, requirePerson(ctx).id];
  if (hearers.includes(author) || (await findRelation(ctx.db, author, wall))) return;
  ctx.emit({ ...event, scope: { kind: 'person', id: author } });
}
