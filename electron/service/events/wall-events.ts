import type { Event } from '../../../shared/events';
import { isAllowed, isBlockedEitherWay, requirePerson } from '../access/access';
import { findCommentWithPost, findPostWithWall } from '../access/walls-queries';
import type { ReadContext } from '../context';
import type { EventRow } from './queries';
import { findAttachmentOwners, findAttachments } from '../content/attachment-records-queries';
import { commentsOf, postsOf } from '../posts/records';
import { findBlockedFrom, findLikes } from '../posts/records-queries';
import { perViewer, relationKeys, type ViewerKey, type Viewer } from './viewer-keys';

/** What the event log stores of a wall event besides its type and what it is about. */
interface WallEventBody {
  User?: number;
  Author?: number;
  Comment?: number;
  Comments?: number;
  /** Of a deletion: who could see the post, unless everyone could. */
  Audience?: 1 | 2;
  /** Of an edit that narrows the audience: who could see the post before. */
  Formerly?: 0 | 1;
}

/** Builds the payload of a wall event as the caller may see it; null if there is nothing to send. */
export async function wallEvent(ctx: ReadContext, row: EventRow): Promise<Event | null> {
  const body = JSON.parse(row.body) as WallEventBody;
  const { User: user = 0, Author: author = 0, Comment: comment = 0, Comments: count = 0 } = body;
  switch (row.type) {
    case 'post':
    case 'post_edit': {
      const post = (await postsOf(ctx, [row.ref_id])).get(row.ref_id);
      if (post) return { Type: row.type, Post: post };
      const { Formerly: before } = body;
      return before === undefined
        ? null
        : removalEvent(ctx, row, { owner: row.scope_id, author, audience: before });
    }
    case 'post_delete':
      return removalEvent(ctx, row, { owner: user, author, audience: body.Audience ?? 0 });
    case 'comment': {
      const record = (await commentsOf(ctx, [comment])).get(comment);
      return record ? { Type: row.type, Comment: record, Comments: count } : null;
    }
    case 'comment_delete':
      if (!(await canSeePost(ctx, row.ref_id)) || (await isBlocked(ctx, author))) return null;
      return { Type: row.type, Post: row.ref_id, Comment: comment, Comments: count };
    default:
      return likeEvent(ctx, row.ref_id, comment);
  }
}

/** Keys the viewers of a wall event by everything that can differ in its record; see `groupViewers`. */
export async function wallViewerKeys(
  ctx: ReadContext,
  row: EventRow,
  viewers: readonly Viewer[],
): Promise<ViewerKey> {
  const { Author: author = 0, Comment: comment = 0 } = JSON.parse(row.body) as WallEventBody;
  const post = await findPostWithWall(ctx.db, row.ref_id, 0);
  if (!post) return perViewer;
  const record = comment > 0 ? await findCommentWithPost(ctx.db, comment, 0) : undefined;
  const ids = viewers.map((viewer) => viewer.id);
  const involved = [post.author_id, post.wall_id, author, record?.author_id ?? 0];
  if (row.type === 'like' || row.type === 'comment_delete') {
    const blocked = await findBlockedFrom(ctx.db, ids, involved);
    const likes = await likeKeys(ctx, comment > 0 ? 'comments' : 'posts', [comment || post.id], ids);
    const relations = post.audience > 0 ? await relationKeys(ctx, [post.author_id]) : () => '';
    return (viewer) => (blocked.has(viewer.id) ? '-' : `+${relations(viewer)}|${likes(viewer)}`);
  }
  const source = post.repost_id > 0 ? await findPostWithWall(ctx.db, post.repost_id, 0) : undefined;
  const shown = [post.id, ...(source ? [source.id] : [])];
  if (source) involved.push(source.author_id, source.wall_id);
  // Who may see an attached post, and what it shows in turn, is up to people who are not involved here.
  if ((await findAttachments(ctx.db, shown)).some((row) => row.type === 'post')) return perViewer;
  const owners = await findAttachmentOwners(ctx.db, shown);
  const relations = await relationKeys(ctx, [...involved, ...owners]);
  const likes = await likeKeys(ctx, 'posts', shown, ids);
  const commentLikes = comment > 0 ? await likeKeys(ctx, 'comments', [comment], ids) : () => '';
  return (viewer) => `${relations(viewer)}${likes(viewer)}|${commentLikes(viewer)}`;
}

/** Tells those who could see a post that it is gone. */
async function removalEvent(
  ctx: ReadContext,
  row: EventRow,
  { owner, author, audience }: { owner: number; author: number; audience: 0 | 1 | 2 },
): Promise<Event | null> {
  if ((await isBlocked(ctx, owner)) || (await isBlocked(ctx, author))) return null;
  if (!(await isAllowed(ctx, audience, owner))) return null;
  return { Type: 'post_delete', User: owner, Post: row.ref_id };
}

async function likeEvent(ctx: ReadContext, post: number, comment: number): Promise<Event | null> {
  const viewer = requirePerson(ctx).id;
  const liked =
    comment > 0
      ? await findCommentWithPost(ctx.db, comment, viewer)
      : await findPostWithWall(ctx.db, post, viewer);
  if (liked?.seen !== 1) return null;
  const own = await findLikes(ctx.db, comment > 0 ? 'comments' : 'posts', [comment || post], [viewer]);
  return {
    Type: 'like',
    Post: post,
    Comment: comment,
    Likes: { IsLikedByYou: own.length > 0, Likes: liked.likes },
  };
}

/** Keys viewers by which of some posts or comments they like. */
async function likeKeys(
  ctx: ReadContext,
  of: 'posts' | 'comments',
  items: readonly number[],
  viewers: readonly number[],
): Promise<ViewerKey> {
  const keys = new Map<number, string>();
  for (const { item, person } of await findLikes(ctx.db, of, items, viewers)) {
    keys.set(person, `${keys.get(person) ?? ''}${item};`);
  }
  return (viewer) => keys.get(viewer.id) ?? '';
}

async function canSeePost(ctx: ReadContext, post: number): Promise<boolean> {
  return (await findPostWithWall(ctx.db, post, requirePerson(ctx).id))?.seen === 1;
}

async function isBlocked(ctx: ReadContext, person: number): Promise<boolean> {
  return isBlockedEitherWay(ctx.db, person, requirePerson(ctx).id);
}
