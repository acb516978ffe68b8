import type { Event } from '../../../shared/events';
import { isBlockedEitherWay, requirePerson } from '../access/access';
import { findCommentPlace, findPostPlace } from '../access/walls-queries';
import type { ReadContext } from '../context';
import type { EventRow } from './queries';
import { findAttachmentOwners } from '../content/attachment-records-queries';
import { commentsOf, postsOf } from '../posts/records';
import { findBlockedFrom, findLikes } from '../posts/records-queries';
import { tieKeys, type KeyOf, type Viewer } from './viewer-keys';

interface Body {
  User?: number;
  Author?: number;
  Comment?: number;
  Comments?: number;
}

/** What an event of a wall says to the caller now; null where there is nothing left to say, or nothing that they may see. */
export async function wallEvent(ctx: ReadContext, row: EventRow): Promise<Event | null> {
  const body = JSON.parse(row.body) as Body;
  const { User: user = 0, Author: author = 0, Comment: comment = 0, Comments: count = 0 } = body;
  switch (row.type) {
    case 'post':
    case 'post_edit': {
      const post = (await postsOf(ctx, [row.ref_id])).get(row.ref_id);
      return post ? { Type: row.type, Post: post } : null;
    }
    case 'post_delete':
      if ((await isParted(ctx, user)) || (await isParted(ctx, author))) return null;
      return { Type: row.type, User: user, Post: row.ref_id };
    case 'comment': {
      const made = (await commentsOf(ctx, [comment])).get(comment);
      return made ? { Type: row.type, Comment: made, Comments: count } : null;
    }
    case 'comment_delete':
      if (!(await seesPost(ctx, row.ref_id)) || (await isParted(ctx, author))) return null;
      return { Type: row.type, Post: row.ref_id, Comment: comment, Comments: count };
    default:
      return likeEvent(ctx, row.ref_id, comment);
  }
}

/** Sorts those who hear an event of a wall by what can differ in its record; see `classesOf`. */
export async function wallKeys(ctx: ReadContext, row: EventRow, viewers: readonly Viewer[]): Promise<KeyOf> {
  const { Author: author = 0, Comment: comment = 0 } = JSON.parse(row.body) as Body;
  const post = await findPostPlace(ctx.db, row.ref_id, 0);
  if (!post) return (viewer) => String(viewer.id);
  const made = comment > 0 ? await findCommentPlace(ctx.db, comment, 0) : undefined;
  const source = post.repost_id > 0 ? await findPostPlace(ctx.db, post.repost_id, 0) : undefined;
  const shown = [post.id, ...(source ? [source.id] : [])];
  const people = [post, ...(source ? [source] : [])].flatMap((one) => [one.author_id, one.wall_id]);
  const ids = viewers.map((viewer) => viewer.id);
  const involved = [...people, author, made?.author_id ?? 0];
  if (row.type === 'like' || row.type === 'comment_delete') {
    const parted = await findBlockedFrom(ctx.db, ids, involved);
    const liking = await likersAmong(ctx, comment > 0 ? 'comments' : 'posts', [comment || post.id], ids);
    return (viewer) => (parted.has(viewer.id) ? '-' : `+${liking(viewer)}`);
  }
  const owners = await findAttachmentOwners(ctx.db, shown);
  const ties = await tieKeys(ctx, [...involved, ...owners]);
  const liking =
    comment > 0
      ? await likersAmong(ctx, 'comments', [comment], ids)
      : await likersAmong(ctx, 'posts', shown, ids);
  return (viewer) => `${ties(viewer)}${liking(viewer)}`;
}

async function likeEvent(ctx: ReadContext, post: number, comment: number): Promise<Event | null> {
  const viewer = requirePerson(ctx).id;
  const liked =
    comment > 0 ? await findCommentPlace(ctx.db, comment, viewer) : await findPostPlace(ctx.db, post, viewer);
  if (liked?.seen !== 1) return null;
  const own = await findLikes(ctx.db, comment > 0 ? 'comments' : 'posts', [comment || post], [viewer]);
  return {
    Type: 'like',
    Post: post,
    Comment: comment,
    Likes: { IsLikedByYou: own.length > 0, Likes: liked.likes },
  };
}

/** Which of some posts or comments each viewer likes. */
async function likersAmong(
  ctx: ReadContext,
  of: 'posts' | 'comments',
  items: readonly number[],
  viewers: readonly number[],
): Promise<KeyOf> {
  const keys = new Map<number, string>();
  for (const { item, person } of await findLikes(ctx.db, of, items, viewers)) {
    keys.set(person, `${keys.get(person) ?? ''}${item};`);
  }
  return (viewer) => keys.get(viewer.id) ?? '';
}

async function seesPost(ctx: ReadContext, post: number): Promise<boolean> {
  return (await findPostPlace(ctx.db, post, requirePerson(ctx).id))?.seen === 1;
}

async function isParted(ctx: ReadContext, person: number): Promise<boolean> {
  return isBlockedEitherWay(ctx.db, person, requirePerson(ctx).id);
}
