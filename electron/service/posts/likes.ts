import type { Parsed } from '../../../shared/contract';
import type { Likes } from '../../../shared/contract/records';
import { requirePerson } from '../access/access';
import { requireComment, requirePost } from '../access/walls';
import type { Context } from '../context';
import { notifyGrouped, withdrawNotification } from '../notifications/notifications';
import { emitPostEvent } from './events';
import { isLikedBy, setLike, type LikedKind } from './like-queries';

/** Likes or unlikes a post; without a value toggles it. */
export async function like(ctx: Context, input: Parsed<'posts.like'>): Promise<Likes> {
  const post = await requirePost(ctx, input.post_id);
  const target = { kind: 'post', item: post.id, person: requirePerson(ctx).id } as const;
  const isLiked = await isLikedBy(ctx.db, target);
  const wanted = input.value ?? !isLiked;
  if (wanted === isLiked) return { IsLikedByYou: isLiked, Likes: post.likes };
  const count = await setLike(ctx.db, { ...target, now: ctx.now() }, wanted);
  emitPostEvent(ctx, 'like', post, { Comment: 0 });
  await notifyAuthor(ctx, { author: post.author_id, kind: 'post', id: post.id }, wanted);
  return { IsLikedByYou: wanted, Likes: count };
}

/** Likes or unlikes a comment; without a value toggles it. */
export async function likeComment(ctx: Context, input: Parsed<'posts.likeComment'>): Promise<Likes> {
  const comment = await requireComment(ctx, input.comment_id);
  const target = { kind: 'comment', item: comment.id, person: requirePerson(ctx).id } as const;
  const isLiked = await isLikedBy(ctx.db, target);
  const wanted = input.value ?? !isLiked;
  if (wanted === isLiked) return { IsLikedByYou: isLiked, Likes: comment.likes };
  const count = await setLike(ctx.db, { ...target, now: ctx.now() }, wanted);
  emitPostEvent(ctx, 'like', { id: comment.post_id, wall_id: comment.wall_id }, { Comment: comment.id });
  const { id, author_id: author } = comment;
  await notifyAuthor(ctx, { author, kind: 'comment', id }, wanted);
  return { IsLikedByYou: wanted, Likes: count };
}

interface LikedItem {
  author: number;
  kind: LikedKind;
  id: number;
}

async function notifyAuthor(ctx: Context, { author, kind, id }: LikedItem, isLiked: boolean): Promise<void> {
  const action = { person: author, user: requirePerson(ctx).id, type: `${kind}_like`, target: id } as const;
  if (isLiked) await notifyGrouped(ctx, { ...action, item: { kind, id }, isRepeated: false });
  else await withdrawNotification(ctx, action, kind);
}
