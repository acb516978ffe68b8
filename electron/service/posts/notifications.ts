import { requirePerson } from '../access/access';
import { isInAudience } from '../access/walls';
import { findPostWithWall, type PostWithWall } from '../access/walls-queries';
import type { Context } from '../context';
import { findNewTags } from '../mentions';
import {
  notify,
  notifyGrouped,
  retractNotificationsAbout,
  withdrawItem,
} from '../notifications/notifications';
import type { PostRow } from './records-queries';
import { listCommentIds } from './comment-queries';
import { emitPostEvent } from './events';
import { findMentionable, findNewestRepostBy } from './queries';

type NotifiedPost = Pick<PostRow, 'id' | 'wall_id' | 'author_id' | 'repost_id' | 'content' | 'audience'>;

/** Notifies a person that someone posted on their wall. */
export async function notifyWallOwner(ctx: Context, post: NotifiedPost): Promise<void> {
  const { wall_id: person, author_id: user, id } = post;
  await notify(ctx, { person, user, type: 'post_on_wall', item: { kind: 'post', id } });
}

/** Notifies the author of a reposted post if they may see the repost, and emits its new number of reposts. */
export async function notifyRepostedAuthor(ctx: Context, post: NotifiedPost): Promise<void> {
  const source = await sourceOf(ctx, post);
  if (!source) return;
  emitPostEvent(ctx, 'post_edit', source);
  if (!(await isInAudience(ctx.db, post, source.author_id))) return;
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
  const replacement = await findNewestRepostBy(ctx.db, source.id, {
    author: post.author_id,
    viewer: source.author_id,
  });
  await withdrawItem(ctx, actionOf(post, source), { kind: 'post', id: post.id, replacement });
}

/** Removes what those were notified of about a post, its comments and its repost whom its audience leaves out. */
export async function retractFromOutsiders(ctx: Context, post: PostWithWall): Promise<void> {
  const canStillSee = (person: number) => isInAudience(ctx.db, post, person);
  const comments = await listCommentIds(ctx.db, post.id);
  await retractNotificationsAbout(ctx, 'comment', comments, canStillSee);
  await retractNotificationsAbout(ctx, 'post', [post.id], canStillSee);
  const source = await sourceOf(ctx, post);
  if (source && !(await canStillSee(source.author_id))) await withdrawRepostNotification(ctx, post);
}

/**
 * Notifies people who are mentioned in a post but were not in its earlier text, and who may see it. The owner of the
 * wall is notified of the post anyway.
 */
export async function notifyMentionedInPost(
  ctx: Context,
  post: Omit<NotifiedPost, 'repost_id'>,
  earlier = '',
): Promise<void> {
  const item = { kind: 'post' as const, id: post.id };
  const tags = findNewTags(post.content, earlier);
  for (const person of await findMentioned(ctx, { tags, post, hosts: [post.wall_id] })) {
    await notify(ctx, { person, user: post.author_id, type: 'post_mention', item });
  }
}

/** Notifies people who are mentioned in a comment and may see its post, except the post's author. */
export async function notifyMentionedInComment(
  ctx: Context,
  comment: { id: number; author_id: number; content: string },
  post: PostWithWall,
): Promise<void> {
  const item = { kind: 'comment' as const, id: comment.id };
  const tags = findNewTags(comment.content, '');
  for (const person of await findMentioned(ctx, { tags, post, hosts: [post.author_id, post.wall_id] })) {
    await notify(ctx, { person, user: comment.author_id, type: 'comment_mention', item });
  }
}

interface Mentions {
  tags: string[];
  post: Pick<PostRow, 'author_id' | 'audience'>;
  /** Whose blocks hide what is written there. The first one is notified of it anyway. */
  hosts: readonly number[];
}

/** Returns mentioned people who may see what mentions them. */
async function findMentioned(ctx: Context, { tags, post, hosts }: Mentions): Promise<number[]> {
  if (tags.length === 0) return [];
  const found: number[] = [];
  for (const person of await findMentionable(ctx.db, tags, hosts))
    if (person !== hosts[0] && (await isInAudience(ctx.db, post, person))) found.push(person);
  return found;
}

function actionOf(post: NotifiedPost, source: PostWithWall) {
  return { person: source.author_id, user: post.author_id, type: 'repost' as const, target: source.id };
}

async function sourceOf(ctx: Context, { repost_id }: NotifiedPost): Promise<PostWithWall | undefined> {
  return repost_id === 0 ? undefined : findPostWithWall(ctx.db, repost_id, requirePerson(ctx).id);
}
