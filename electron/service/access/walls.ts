import { AppError } from '../../../shared/errors';
import type { Db } from '../../database/open';
import { isAllowed, isPersonAllowed, requireAccessibleProfile, requirePerson } from './access';
import {
  findCommentWithPost,
  findPostWithWall,
  findPostState,
  type CommentWithPost,
  type PostWithWall,
} from './walls-queries';
import type { ReadContext } from '../context';

export type { CommentWithPost, PostWithWall };

/** Access control of walls. Everyone sees every wall, unless a block or a ban hides it; posts may have an audience. */

/** Resolves a person on whose wall the caller may post; always allowed on their own. */
export async function requireWallWriter(ctx: ReadContext, reference: string): Promise<number> {
  const wall = await requireAccessibleProfile(ctx, reference);
  if (!(await isAllowed(ctx, await findPostState(ctx.db, wall), wall)))
    throw new AppError('access_denied', WALL_CLOSED);
  return wall;
}

/** Returns a post that the caller may see. */
export async function requirePost(ctx: ReadContext, id: number): Promise<PostWithWall> {
  const post = await findPostWithWall(ctx.db, id, requirePerson(ctx).id);
  if (post?.seen !== 1) throw new AppError('not_found');
  return post;
}

/** Whether a person belongs to the audience of a post. */
export function isInAudience(
  db: Db,
  { author_id: owner, audience: setting }: Pick<PostWithWall, 'author_id' | 'audience'>,
  person: number,
): Promise<boolean> {
  return isPersonAllowed(db, { setting, owner }, person);
}

/** Returns a post that the caller wrote, on a wall where they may still post. */
export async function requireOwnPost(ctx: ReadContext, id: number): Promise<PostWithWall> {
  const post = await requirePost(ctx, id);
  if (post.author_id !== requirePerson(ctx).id) throw new AppError('access_denied');
  if (!(await isAllowed(ctx, post.post_state, post.wall_id)))
    throw new AppError('access_denied', WALL_CLOSED);
  return post;
}

/** Returns a post that the caller may comment on, by the settings of the wall's owner and of the post. */
export async function requireCommenter(ctx: ReadContext, id: number): Promise<PostWithWall> {
  const post = await requirePost(ctx, id);
  if (post.comments_closed === 1 && post.author_id !== requirePerson(ctx).id) {
    throw new AppError('access_denied', 'The author has closed the comments on this post.');
  }
  if (!(await isAllowed(ctx, post.comments_state, post.wall_id))) {
    throw new AppError('access_denied', 'This person doesn’t accept comments from you.');
  }
  return post;
}

/**
 * Returns a post that the caller may remove: their own (even if a block hides it from them), any on their wall, and as
 * an administrator those of people they outrank, whatever audience these chose.
 */
export async function requireRemovablePost(ctx: ReadContext, id: number): Promise<PostWithWall> {
  const caller = requirePerson(ctx);
  const post = await findPostWithWall(ctx.db, id, caller.id);
  if (post?.author_id === caller.id) return post;
  if (!post || !isWithinReach(ctx, post)) throw new AppError('not_found');
  if (post.wall_id !== caller.id && !outranks(ctx, post.author_role)) throw new AppError('access_denied');
  return post;
}

/** Returns a comment that the caller may see. */
export async function requireComment(ctx: ReadContext, id: number): Promise<CommentWithPost> {
  const comment = await findCommentWithPost(ctx.db, id, requirePerson(ctx).id);
  if (comment?.seen !== 1) throw new AppError('not_found');
  return comment;
}

/** Returns a comment that the caller may remove: like posts, and also any comment on their own post. */
export async function requireRemovableComment(ctx: ReadContext, id: number): Promise<CommentWithPost> {
  const caller = requirePerson(ctx);
  const comment = await findCommentWithPost(ctx.db, id, caller.id);
  if (comment?.author_id === caller.id) return comment;
  if (!comment || !isWithinReach(ctx, comment)) throw new AppError('not_found');
  const isOnOwnWallOrPost = comment.wall_id === caller.id || comment.post_author_id === caller.id;
  if (!isOnOwnWallOrPost && !outranks(ctx, comment.author_role)) throw new AppError('access_denied');
  return comment;
}

const WALL_CLOSED = 'This person does not accept posts from you.';

/**
 * Whether the caller may see a post or comment, or moderate its author: a block must not keep administrators from that.
 * What banned people wrote is hidden, and not counted any more.
 */
function isWithinReach(
  ctx: ReadContext,
  { seen, author_role, author_ban }: Pick<PostWithWall, 'seen' | 'author_role' | 'author_ban'>,
): boolean {
  return seen === 1 || (author_ban === 0 && outranks(ctx, author_role));
}

/** Whether the caller may moderate people of a role: the owner everyone, administrators members. */
function outranks(ctx: ReadContext, role: string): boolean {
  const { role: callerRole } = requirePerson(ctx);
  return callerRole === 'owner' || (callerRole === 'admin' && role === 'member');
}
