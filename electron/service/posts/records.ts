import type { Attachment, Comment, File, PostModel } from '../../../shared/contract/records';
import type { ReadContext } from '../context';
import { attachmentsOf, type LoadPosts, type MessageAttachments } from '../content/attachment-records';
import { authorsOf } from '../people/records';
import { findComments, findLikes, findPosts, type CommentRow, type PostRow } from './records-queries';
import { shownTime } from '../timestamps';
import { requireRow } from '../require-row';

/**
 * Builds records of posts in the order of the rows, which must be visible to the caller. Reposted and attached posts
 * are included one level deep, if they exist and are visible.
 */
export function postRecords(ctx: ReadContext, rows: readonly PostRow[]): Promise<PostModel[]> {
  return recordsOf(ctx, rows, (ids) => attachedPostsOf(ctx, ids));
}

async function recordsOf(
  ctx: ReadContext,
  rows: readonly PostRow[],
  attachedPosts?: LoadPosts,
): Promise<PostModel[]> {
  if (rows.length === 0) return [];
  const sources = await sourcesOf(ctx, rows);
  const all = [...rows, ...sources.values()];
  const ids = [...new Set(all.map((row) => row.id))];
  const authors = await authorsOf(
    ctx,
    all.flatMap((row) => [row.author_id, row.wall_id]),
  );
  const attachments = await attachmentsOf(ctx, ids, attachedPosts);
  const liked = await likedBy(ctx, 'posts', ids);
  const record = (row: PostRow, repost: PostModel | null): PostModel => ({
    ID: row.id,
    Author: requireRow(authors.get(row.author_id)),
    Target: row.wall_id === row.author_id ? null : requireRow(authors.get(row.wall_id)),
    Content: row.content,
    Photos: attachments.get(row.id)?.photos ?? [],
    Attachments: attachments.get(row.id)?.attachments ?? NO_ATTACHMENTS,
    Timestamp: shownTime(ctx, row.created_at),
    EditTimestamp: shownTime(ctx, row.edited_at),
    ...(row.written_at > 0 && { Original: row.written_at }),
    Likes: { IsLikedByYou: liked.has(row.id), Likes: row.likes },
    Comments: row.comments,
    Reposts: row.reposts,
    Views: row.views,
    IsAd: false,
    Language: row.language,
    Repost: repost,
    Nsfw: row.nsfw === 1,
    ...(row.audience > 0 && { Audience: row.audience as 1 | 2 }),
    ...(row.comments_closed === 1 && { CommentsClosed: true as const }),
  });
  return rows.map((row) => {
    const source = sources.get(row.repost_id);
    if (source) return record(row, record(source, null));
    return { ...record(row, null), ...(row.repost_id > 0 && { RepostGone: true as const }) };
  });
}

/** Builds records of posts by ID; deleted and invisible ones are left out. */
export function postsOf(ctx: ReadContext, ids: Iterable<number>): Promise<Map<number, PostModel>> {
  return postsById(ctx, ids, postRecords);
}

/** Like `postsOf`, for posts that are attached to something: the posts attached to them are not loaded. */
export function attachedPostsOf(ctx: ReadContext, ids: Iterable<number>): Promise<Map<number, PostModel>> {
  return postsById(ctx, ids, recordsOf);
}

async function postsById(
  ctx: ReadContext,
  ids: Iterable<number>,
  build: (ctx: ReadContext, rows: readonly PostRow[]) => Promise<PostModel[]>,
): Promise<Map<number, PostModel>> {
  const uniqueIds = [...new Set(ids)].filter((id) => id > 0);
  if (uniqueIds.length === 0) return new Map();
  const records = await build(ctx, await findPosts(ctx.db, uniqueIds, viewerOf(ctx)));
  return new Map(records.map((post) => [post.ID, post]));
}

/** Builds records in the order of `ids`; invisible ones are left out. */
export async function postList(ctx: ReadContext, ids: readonly number[]): Promise<PostModel[]> {
  const posts = await postsOf(ctx, ids);
  return ids.flatMap((id) => posts.get(id) ?? []);
}

/** Builds records of comments visible to the caller, with their posts, in the order of the rows. */
export async function commentRecords(ctx: ReadContext, rows: readonly CommentRow[]): Promise<Comment[]> {
  const posts = await postsOf(
    ctx,
    rows.map((row) => row.post_id),
  );
  const comments = await plainCommentRecords(ctx, rows);
  return comments.map((comment) => ({ ...comment, Post: requireRow(posts.get(comment.Post)) }));
}

/** A comment that names its post by ID. */
export type PlainComment = Omit<Comment, 'Post'> & { Post: number };

/** Builds records of comments in the order of the rows, whose posts the caller need not see. */
export async function plainCommentRecords(
  ctx: ReadContext,
  rows: readonly CommentRow[],
): Promise<PlainComment[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const authors = await authorsOf(
    ctx,
    rows.map((row) => row.author_id),
  );
  const attachments = await attachmentsOf(ctx, ids);
  const liked = await likedBy(ctx, 'comments', ids);
  return rows.map((row) => ({
    ID: row.id,
    Author: requireRow(authors.get(row.author_id)),
    Content: row.content,
    Photos: attachments.get(row.id)?.photos ?? [],
    ...voiceOf(attachments.get(row.id)),
    Timestamp: shownTime(ctx, row.created_at),
    ...(row.written_at > 0 && { Original: row.written_at }),
    Likes: { IsLikedByYou: liked.has(row.id), Likes: row.likes },
    Post: row.post_id,
  }));
}

/** The voice message among what is attached to a comment. */
function voiceOf(attached: MessageAttachments | undefined): Pick<Comment, 'Voice'> {
  const [first] = attached?.attachments ?? [];
  return first?.Type === 'file' ? { Voice: first.Item as File | null } : {};
}

/** Builds records of comments by ID; deleted and invisible ones are left out. */
export async function commentsOf(ctx: ReadContext, ids: Iterable<number>): Promise<Map<number, Comment>> {
  const uniqueIds = [...new Set(ids)].filter((id) => id > 0);
  if (uniqueIds.length === 0) return new Map();
  const records = await commentRecords(ctx, await findComments(ctx.db, uniqueIds, viewerOf(ctx)));
  return new Map(records.map((comment) => [comment.ID, comment]));
}

const NO_ATTACHMENTS: Attachment[] = [];

async function sourcesOf(ctx: ReadContext, rows: readonly PostRow[]): Promise<Map<number, PostRow>> {
  const uniqueIds = [...new Set(rows.map((row) => row.repost_id).filter((id) => id > 0))];
  if (uniqueIds.length === 0) return new Map();
  const sources = await findPosts(ctx.db, uniqueIds, viewerOf(ctx));
  return new Map(sources.map((row) => [row.id, row]));
}

async function likedBy(
  ctx: ReadContext,
  of: 'posts' | 'comments',
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await findLikes(ctx.db, of, ids, [viewerOf(ctx)]);
  return new Set(rows.map((row) => row.item));
}

function viewerOf(ctx: ReadContext): number {
  return ctx.caller?.id ?? 0;
}
