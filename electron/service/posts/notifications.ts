import { requirePerson } from '../access/access';
import { findPostWithWall, type PostWithWall } from '../access/walls-queries';
import type { Context } from '../context';
import { findNewTags } from '../mentions';
import { notify, notifyGrouped, withdrawItem } from '../notifications/notifications';
import type { PostRow } from './records-queries';
import { emitPostEvent } from './events';
import { findMentionable, findNewestRepostBy } from './queries';

type NotifiedPost = Pick<PostRow, 'id' | 'wall_id' | 'author_id' | 'repost_id' | 'content'>;

/** Notifies a person that someone posted on their wall. */
export async function notifyWallOwner(ctx: Context, post: NotifiedPost): Promise<void> {
  const { wall_id: person, author_id: user, id } = post;
  await notify(ctx, { person, user, type: 'post_on_wall', item: { kind: 'post', id } });
}

/** Notifies the author of a reposted post, and emits its new number of reposts. */
export async function notifyRepostedAuthor(ctx: Context, post: NotifiedPost): Promise<void> {
  const source = await sourceOf(ctx, post);
  if (!source) return;
  emitPostEvent(ctx, 'post_edit', source);
  await notifyGrouped(ctx, {
    ...actionOf(post, source),
    item: { kind: 'post', id: post.id },
    isRepeated: true,
  });
}

/** Withdraws a post that is deleted or no longer a repost from the notification of its reposts. */
export async function withdrawRepostNotification(ctx: Context, post: NotifiedPost): Promise<void> {
  const source = await sourceOf(ctx, post);
  if (!source) return;
  emitPostEvent(ctx, 'post_edit', source);
  const replacement = await findNewestRepostBy(ctx.db, source.id, post.author_id);
  await withdrawItem(ctx, actionOf(post, source), { kind: 'post', id: post.id, replacement });
}

/**
 * Notifies people who are mentioned in a post but were not in its earlier text, and who may see what is on the hosts'
 * walls. The first host is notified of the post anyway.
 */
export async function notifyMentionedInPost(
  ctx: Context,
  post: Pick<NotifiedPost, 'id' | 'author_id' | 'content'>,
  hosts: readonly number[],
  earlier = '',
): Promise<void> {
  const item = { kind: 'post' as const, id: post.id };
  for (const person of await findMentioned(ctx, post.content, earlier, hosts)) {
    await notify(ctx, { person, user: post.author_id, type: 'post_mention', item });
  }
}

/** Notifies people who are mentioned in a comment. */
export async function notifyMentionedInComment(
  ctx: Context,
  comment: { id: number; author_id: number; content: string },
  hosts: readonly number[],
): Promise<void> {
  const item = { kind: 'comment' as const, id: comment.id };
  for (const person of await findMentioned(ctx, comment.content, '', hosts)) {
    await notify(ctx, { person, user: comment.author_id, type: 'comment_mention', item });
  }
}

/** Returns mentioned people who may see the hosts' walls. */
async function findMentioned(
  ctx: Context,
  text: string,
  earlier: string,
  hosts: readonly number[],
): Promise<number[]> {
  const tags = findNewTags(text, earlier);
  if (tags.length === 0) return [];
  return (await findMentionable(ctx.db, tags, hosts)).filter((person) => person !== hosts[0]);
}

function actionOf(post: NotifiedPost, source: PostWithWall) {
  return { person: source.author_id, user: post.author_id, type: 'repost' as const, thing: source.id };
}

async function sourceOf(ctx: Context, { repost_id }: NotifiedPost): Promise<PostWithWall | undefined> {
  return repost_id === 0 ? undefined : findPostWithWall(ctx.db, repost_id, requirePerson(ctx).id);
}
