import { requirePerson } from '../access/access';
import { findPostWithWall, type PostWithWall } from '../access/walls-queries';
import type { Context } from '../context';
import { findNewTags } from '../mentions';
import { notify, notifyGrouped, withdrawNotification } from '../notifications/notifications';
import type { PostRow } from './records-queries';
import { tellPost } from './events';
import { findMentionable } from './queries';

type Post = Pick<PostRow, 'id' | 'wall_id' | 'author_id' | 'repost_id' | 'content'>;

/** Tells somebody that another wrote on their wall. */
export async function tellWallOwner(ctx: Context, post: Post): Promise<void> {
  const { wall_id: person, author_id: user, id } = post;
  await notify(ctx, { person, user, type: 'post_on_wall', item: { kind: 'post', id } });
}

/** Tells the author of what a post reposts, and those who see it how many reposts it has. */
export async function tellRepost(ctx: Context, post: Post): Promise<void> {
  const source = await sourceOf(ctx, post);
  if (!source) return;
  tellPost(ctx, 'post_edit', source);
  await notifyGrouped(ctx, {
    ...deedOf(post, source),
    item: { kind: 'post', id: post.id },
    isRepeated: true,
  });
}

/** Takes back what was told of a repost that is one no more. */
export async function takeRepostBack(ctx: Context, post: Post): Promise<void> {
  const source = await sourceOf(ctx, post);
  if (!source) return;
  tellPost(ctx, 'post_edit', source);
  await withdrawNotification(ctx, deedOf(post, source), 'post');
}

/**
 * Tells those who are named by tag in a post, and were not in an earlier text. The first of the `hosts`, those whom it
 * reaches by, is told of it anyway.
 */
export async function tellMentioned(
  ctx: Context,
  post: Pick<Post, 'id' | 'author_id' | 'content'>,
  hosts: readonly number[],
  earlier = '',
): Promise<void> {
  const item = { kind: 'post' as const, id: post.id };
  for (const person of await mentionedIn(ctx, post.content, earlier, hosts)) {
    await notify(ctx, { person, user: post.author_id, type: 'post_mention', item });
  }
}

/** Likewise in a comment. */
export async function tellMentionedInComment(
  ctx: Context,
  comment: { id: number; author_id: number; content: string },
  hosts: readonly number[],
): Promise<void> {
  const item = { kind: 'comment' as const, id: comment.id };
  for (const person of await mentionedIn(ctx, comment.content, '', hosts)) {
    await notify(ctx, { person, user: comment.author_id, type: 'comment_mention', item });
  }
}

/** Those who are named and may see what is on the hosts' wall. */
async function mentionedIn(
  ctx: Context,
  text: string,
  earlier: string,
  hosts: readonly number[],
): Promise<number[]> {
  const tags = findNewTags(text, earlier);
  if (tags.length === 0) return [];
  return (await findMentionable(ctx.db, tags, hosts)).filter((person) => person !== hosts[0]);
}

function deedOf(post: Post, source: PostWithWall) {
  return { person: source.author_id, user: post.author_id, type: 'repost' as const, thing: source.id };
}

async function sourceOf(ctx: Context, { repost_id }: Post): Promise<PostWithWall | undefined> {
  return repost_id === 0 ? undefined : findPostWithWall(ctx.db, repost_id, requirePerson(ctx).id);
}
