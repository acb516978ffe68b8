import { requirePerson } from '../access/access';
import { findAttachments } from '../content/attachment-records-queries';
import type { ReadContext } from '../context';
import { listComments } from '../posts/comment-queries';
import { findComments, findPosts, type PostRow } from '../posts/records-queries';
import { addAttachments } from './attachment-rows';
import { addPeople } from './people-rows';
import { findCommentLikesBy, findPostLikesBy } from './row-queries';
import type { RowSet } from './row-set';

/** Adds those posts that the caller may see, with what they repost and attach, one level deep. */
export async function addPosts(ctx: ReadContext, ids: readonly number[], rows: RowSet): Promise<void> {
  const caller = requirePerson(ctx).id;
  const posts = await findPosts(ctx.db, ids, caller);
  const referenced = await findPosts(ctx.db, await referencesOf(ctx, posts), caller);
  const all = [...posts, ...referenced];
  // What these refer to is not added, but their rows must not lose it: they may replace rows of a replica that has it.
  const further = await findPosts(ctx.db, await referencesOf(ctx, referenced), caller);
  const visible = new Set([...all, ...further].map((row) => row.id));
  await addPeople(ctx, all.flatMap(peopleOf), rows);
  for (const row of all) rows.add('post', [row], visible.has(row.repost_id) ? {} : { repost_id: 0 });
  const shown = [...new Set(all.map((row) => row.id))];
  await addAttachments(ctx, shown, visible, rows);
  rows.add('post_like', await findPostLikesBy(ctx.db, caller, shown));
}

/** The posts that some posts repost or attach. */
async function referencesOf(ctx: ReadContext, posts: readonly PostRow[]): Promise<number[]> {
  if (posts.length === 0) return [];
  const attached = await findAttachments(
    ctx.db,
    posts.map((row) => row.id),
  );
  const attachedPosts = attached.filter((row) => row.type === 'post').map((row) => row.item_id);
  return [...posts.map((row) => row.repost_id), ...attachedPosts];
}

/** How many comments of a post come with it; changes bring the later ones. */
const COMMENTS_OF_POST = 50;

/** Adds those posts of a wall that the caller may see, with their newest comments. */
export async function addPostsWithComments(
  ctx: ReadContext,
  ids: readonly number[],
  rows: RowSet,
): Promise<void> {
  await addPosts(ctx, ids, rows);
  const viewer = requirePerson(ctx).id;
  const comments: number[] = [];
  for (const post of rows.column('post', 'id')) {
    const page = { post, viewer, before: Number.MAX_SAFE_INTEGER, limit: COMMENTS_OF_POST };
    comments.push(...(await listComments(ctx.db, page)).map((row) => row.id));
  }
  await addComments(ctx, comments, rows);
}

/** Adds those comments that the caller may see. */
export async function addComments(ctx: ReadContext, ids: readonly number[], rows: RowSet): Promise<void> {
  const caller = requirePerson(ctx).id;
  const comments = await findComments(ctx.db, ids, caller);
  const shown = comments.map((row) => row.id);
  await addPeople(
    ctx,
    comments.map((row) => row.author_id),
    rows,
  );
  rows.add('comment', comments);
  await addAttachments(ctx, shown, new Set(), rows);
  rows.add('comment_like', await findCommentLikesBy(ctx.db, caller, shown));
}

function peopleOf(post: PostRow): number[] {
  return [post.author_id, post.wall_id];
}
