import type { Context } from '../context';
import { findRelation } from '../people/queries';
import { requirePerson } from '../access';
import { listReposts } from './queries';

interface Place {
  id: number;
  wall_id: number;
}

/** Tells those who may see a wall of something about one of its posts. */
export function tellPost(
  ctx: Context,
  type: 'post' | 'post_edit' | 'comment' | 'comment_delete' | 'like',
  { id, wall_id }: Place,
  body: Record<string, number> = {},
): void {
  ctx.emit({ type, scope: { kind: 'wall', id: wall_id }, ref: { kind: 'post', id }, body });
}

/** Tells that a post is gone, its author too, who need not have subscribed to the wall. */
export async function tellRemoved(ctx: Context, post: Place & { author_id: number }): Promise<void> {
  const { id, wall_id: wall, author_id: author } = post;
  const event = {
    type: 'post_delete' as const,
    ref: { kind: 'post' as const, id },
    body: { User: wall, Author: author },
  };
  ctx.emit({ ...event, scope: { kind: 'wall', id: wall } });
  const isTold =
    author === wall || author === requirePerson(ctx).id || (await findRelation(ctx.db, author, wall));
  if (!isTold) ctx.emit({ ...event, scope: { kind: 'person', id: author } });
}

/** Tells that a person has another number of posts on their wall. */
export function tellWall(ctx: Context, wall: number): void {
  ctx.emit({ type: 'profile', scope: { kind: 'wall', id: wall }, ref: { kind: 'person', id: wall } });
}

/** Tells that what reposts a post looks another now, as far as they are not too many. */
export async function tellReposts(ctx: Context, post: number): Promise<void> {
  for (const place of await listReposts(ctx.db, post, REPOSTS)) tellPost(ctx, 'post_edit', place);
}

const REPOSTS = 100;
