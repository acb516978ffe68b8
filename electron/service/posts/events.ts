import type { CommentWithPost } from '../access/walls';
import type { Context } from '../context';
import { findRelation } from '../people/queries';
import { requirePerson } from '../access/access';
import { emitSharedItemChange } from '../events/shared-item-events';
import { listReposts } from './queries';
import type { PostRow } from './records-queries';

interface PostOnWall {
  id: number;
  wall_id: number;
}

/**
 * Emits an event about a post to those who may see its wall. The body of an edit that narrows the audience has what it
 * was before (`Formerly`): to those who may no longer see the post, it is deleted.
 */
export function emitPostEvent(
  ctx: Context,
  type: 'post' | 'post_edit' | 'comment' | 'like',
  { id, wall_id }: PostOnWall,
  body: Record<string, number> = {},
): void {
  ctx.emit({ type, scope: { kind: 'wall', id: wall_id }, ref: { kind: 'post', id }, body });
}

/** Emits the deletion of a post. */
export function emitPostRemoved(ctx: Context, post: PostRow): Promise<void> {
  const { id, wall_id: wall, author_id: author, audience } = post;
  const body = { User: wall, Author: author, ...(audience > 0 && { Audience: audience }) };
  return emitDeletion(ctx, 'post_delete', { id, wall, body });
}

/** Emits the deletion of a comment, with the post's new number of comments. */
export function emitCommentRemoved(ctx: Context, comment: CommentWithPost, count: number): Promise<void> {
  const { id, post_id, wall_id: wall, author_id: author } = comment;
  return emitDeletion(ctx, 'comment_delete', {
    id: post_id,
    wall,
    body: { Comment: id, Comments: count, Author: author },
  });
}

/** Emits edits of posts and messages that repost a post, up to MAX_REPOSTS of each. */
export async function emitRepostUpdates(ctx: Context, post: number): Promise<void> {
  for (const repost of await listReposts(ctx.db, post, MAX_REPOSTS)) emitPostEvent(ctx, 'post_edit', repost);
  await emitSharedItemChange(ctx, 'post', post);
}

const MAX_REPOSTS = 100;

interface Deletion {
  id: number;
  wall: number;
  body: Record<string, number> & { Author: number };
}

/** Also emits to the author, who may not follow the wall. */
async function emitDeletion(
  ctx: Context,
  type: 'post_delete' | 'comment_delete',
  { id, wall, body }: Deletion,
): Promise<void> {
  const author = body.Author;
  const event = { type, ref: { kind: 'post', id }, body } as const;
  ctx.emit({ ...event, scope: { kind: 'wall', id: wall } });
  const audience = [wall, requirePerson(ctx).id];
  if (audience.includes(author) || (await findRelation(ctx.db, author, wall))) return;
  ctx.emit({ ...event, scope: { kind: 'person', id: author } });
}
