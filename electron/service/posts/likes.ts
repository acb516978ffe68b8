import type { Parsed } from '../../../shared/contract';
import type { Likes } from '../../../shared/contract/records';
import { requirePerson } from '../access/access';
import { requireComment, requirePost } from '../access/walls';
import type { Context } from '../context';
import { notifyGrouped, withdrawNotification } from '../notifications/notifications';
import { tellPost } from './events';
import { isLikedBy, setLike, type LikedKind } from './like-queries';

/** Likes a post or no longer; without a value, whichever it is not. */
export async function like(ctx: Context, input: Parsed<'posts.like'>): Promise<Likes> {
  const post = await requirePost(ctx, input.post_id);
  const own = { kind: 'post', item: post.id, person: requirePerson(ctx).id } as const;
  const isLiked = await isLikedBy(ctx.db, own);
  const wanted = input.value ?? !isLiked;
  if (wanted === isLiked) return { IsLikedByYou: isLiked, Likes: post.likes };
  const count = await setLike(ctx.db, { ...own, now: ctx.now() }, wanted);
  tellPost(ctx, 'like', post, { Comment: 0 });
  await tellAuthor(ctx, { author: post.author_id, kind: 'post', id: post.id }, wanted);
  return { IsLikedByYou: wanted, Likes: count };
}

/** Likewise a comment. */
export async function likeComment(ctx: Context, input: Parsed<'posts.likeComment'>): Promise<Likes> {
  const comment = await requireComment(ctx, input.comment_id);
  const own = { kind: 'comment', item: comment.id, person: requirePerson(ctx).id } as const;
  const isLiked = await isLikedBy(ctx.db, own);
  const wanted = input.value ?? !isLiked;
  if (wanted === isLiked) return { IsLikedByYou: isLiked, Likes: comment.likes };
  const count = await setLike(ctx.db, { ...own, now: ctx.now() }, wanted);
  tellPost(ctx, 'like', { id: comment.post_id, wall_id: comment.wall_id }, { Comment: comment.id });
  const { id, author_id: author } = comment;
  await tellAuthor(ctx, { author, kind: 'comment', id }, wanted);
  return { IsLikedByYou: wanted, Likes: count };
}

interface Liked {
  author: number;
  kind: LikedKind;
  id: number;
}

async function tellAuthor(ctx: Context, { author, kind, id }: Liked, isLiked: boolean): Promise<void> {
  const deed = { person: author, user: requirePerson(ctx).id, type: `${kind}_like`, thing: id } as const;
  if (isLiked) await notifyGrouped(ctx, { ...deed, item: { kind, id }, isRepeated: false });
  else await withdrawNotification(ctx, deed, kind);
}
