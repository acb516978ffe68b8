import { AppError } from '../../../shared/errors';
import { admits, requireOpenPage, requirePerson } from './access';
import {
  findCommentPlace,
  findPostPlace,
  findPostState,
  type CommentPlace,
  type PostPlace,
} from './walls-queries';
import type { ReadContext } from '../context';

export type { CommentPlace, PostPlace };

/** The part of access that speaks of walls: everybody sees one, except where a block or a ban hides it. */

/** The number of a person on whose wall the caller may write; one's own always. */
export async function requireWallWriter(ctx: ReadContext, reference: string): Promise<number> {
  const wall = await requireOpenPage(ctx, reference);
  if (!(await admits(ctx, await findPostState(ctx.db, wall), wall)))
    throw new AppError('access_denied', SHUT);
  return wall;
}

/** A post that the caller may see. */
export async function requirePost(ctx: ReadContext, id: number): Promise<PostPlace> {
  const post = await findPostPlace(ctx.db, id, requirePerson(ctx).id);
  if (post?.seen !== 1) throw new AppError('not_found');
  return post;
}

/** An own post, on a wall where the caller may still write. */
export async function requireOwnPost(ctx: ReadContext, id: number): Promise<PostPlace> {
  const post = await requirePost(ctx, id);
  if (post.author_id !== requirePerson(ctx).id) throw new AppError('access_denied');
  if (!(await admits(ctx, post.post_state, post.wall_id))) throw new AppError('access_denied', SHUT);
  return post;
}

/** A post on which the caller may comment: the wall's owner says who may. */
export async function requireCommenter(ctx: ReadContext, id: number): Promise<PostPlace> {
  const post = await requirePost(ctx, id);
  if (!(await admits(ctx, post.comments_state, post.wall_id))) {
    throw new AppError('access_denied', 'This person does not accept comments from you.');
  }
  return post;
}

/**
 * A post that the caller may remove: their own, even where a block hides it from them, what is on their wall, and, for
 * administrators, that of those over whom they stand.
 */
export async function requireRemovablePost(ctx: ReadContext, id: number): Promise<PostPlace> {
  const caller = requirePerson(ctx);
  const post = await findPostPlace(ctx.db, id, caller.id);
  if (post?.author_id === caller.id) return post;
  if (post?.seen !== 1) throw new AppError('not_found');
  if (post.wall_id !== caller.id && !standsOver(ctx, post.author_role)) throw new AppError('access_denied');
  return post;
}

/** A comment that the caller may see. */
export async function requireComment(ctx: ReadContext, id: number): Promise<CommentPlace> {
  const comment = await findCommentPlace(ctx.db, id, requirePerson(ctx).id);
  if (comment?.seen !== 1) throw new AppError('not_found');
  return comment;
}

/** A comment that the caller may remove, as with posts; also one on their own post. */
export async function requireRemovableComment(ctx: ReadContext, id: number): Promise<CommentPlace> {
  const caller = requirePerson(ctx);
  const comment = await findCommentPlace(ctx.db, id, caller.id);
  if (comment?.author_id === caller.id) return comment;
  if (comment?.seen !== 1) throw new AppError('not_found');
  const isHere = comment.wall_id === caller.id || comment.post_author_id === caller.id;
  if (!isHere && !standsOver(ctx, comment.author_role)) throw new AppError('access_denied');
  return comment;
}

const SHUT = 'This person does not accept posts from you.';

/** Whether the caller may do to somebody of a role what administrators do: the owner to everyone, they to members. */
function standsOver(ctx: ReadContext, role: string): boolean {
  const { role: own } = requirePerson(ctx);
  return own === 'owner' || (own === 'admin' && role === 'member');
}
