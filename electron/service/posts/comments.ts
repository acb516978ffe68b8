import type { Parsed } from '../../../shared/contract';
import type { Comment } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { requirePerson } from '../access/access';
import { requireComment, requireCommenter, requirePost, requireRemovableComment } from '../access/walls';
import { writeAuditEntry } from '../audit';
import { replaceAttachments } from '../content/attachments';
import type { Context, ReadContext } from '../context';
import { retractNotificationsAbout, notifyGrouped, withdrawItem } from '../notifications/notifications';
import { commentRecords, commentsOf } from './records';
import { deleteComment, findNewestCommentOf, insertComment, listComments } from './comment-queries';
import { requireCommentContent } from './content';
import { emitCommentRemoved, emitPostEvent } from './events';
import { notifyMentionedInComment } from './notifications';

/** Comments on a post, and notifies its author and everyone mentioned. */
export async function comment(ctx: Context, input: Parsed<'posts.comment'>): Promise<Comment> {
  const post = await requireCommenter(ctx, input.post_id);
  const attachments = await requireCommentContent(ctx, input);
  const author = requirePerson(ctx).id;
  const row = { id: ctx.newId(), post_id: post.id, author_id: author, content: input.content };
  const count = await insertComment(ctx.db, { ...row, created_at: ctx.now() });
  await replaceAttachments(ctx, 0, row.id, attachments);
  emitPostEvent(ctx, 'comment', post, { Comment: row.id, Comments: count });
  const action = { person: post.author_id, user: author, type: 'comment_post' as const, target: post.id };
  await notifyGrouped(ctx, { ...action, item: { kind: 'comment', id: row.id }, isRepeated: true });
  await notifyMentionedInComment(ctx, row, post);
  return commentRecord(ctx, row.id);
}

/** Returns the comments on a post, newest first. */
export async function comments(ctx: ReadContext, input: Parsed<'posts.comments'>): Promise<Comment[]> {
  const { id: post } = await requirePost(ctx, input.post_id);
  const before = input.last_id || Number.MAX_SAFE_INTEGER;
  const page = { post, viewer: requirePerson(ctx).id, before, limit: input.limit };
  return commentRecords(ctx, await listComments(ctx.db, page));
}

/** Returns one comment, as the caller may see it. Throws `not_found` if they may not. */
export async function getComment(ctx: ReadContext, input: Parsed<'posts.getComment'>): Promise<Comment> {
  const { id } = await requireComment(ctx, input.comment_id);
  return commentRecord(ctx, id);
}

/** Deletes a comment and its notifications. */
export async function removeComment(
  ctx: Context,
  input: Parsed<'posts.removeComment'>,
): Promise<{ ok: true }> {
  const comment = await requireRemovableComment(ctx, input.comment_id);
  const { id, post_id: post, author_id: author, wall_id, post_author_id } = comment;
  const count = await deleteComment(ctx.db, comment);
  const action = { person: post_author_id, user: author, type: 'comment_post' as const, target: post };
  const replacement = await findNewestCommentOf(ctx.db, post, author);
  await withdrawItem(ctx, action, { kind: 'comment', id, replacement });
  await retractNotificationsAbout(ctx, 'comment', [id]);
  await emitCommentRemoved(ctx, comment, count);
  const { id: caller } = requirePerson(ctx);
  if (![author, wall_id, post_author_id].includes(caller)) {
    await writeAuditEntry(ctx, { action: 'remove_comment', person: author });
  }
  return { ok: true };
}

async function commentRecord(ctx: ReadContext, id: number): Promise<Comment> {
  const record = (await commentsOf(ctx, [id])).get(id);
  if (!record) throw new AppError('not_found');
  return record;
}
