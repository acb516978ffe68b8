import type { Parsed } from '../../../shared/contract';
import type { Comment } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { requirePerson } from '../access/access';
import { requireCommenter, requirePost, requireRemovableComment } from '../access/walls';
import { writeAuditEntry } from '../audit';
import { replaceAttachments, requireAttachments } from '../content/attachments';
import type { Context, ReadContext } from '../context';
import {
  retractNotificationsAbout,
  notifyGrouped,
  withdrawNotification,
} from '../notifications/notifications';
import { commentRecords, commentsOf } from './records';
import { deleteComment, findNewestCommentOf, insertComment, listComments } from './comment-queries';
import { requireOwnPhotos } from './content';
import { tellCommentRemoved, tellPost } from './events';
import { tellMentionedInComment } from './telling';

/** Comments on a post; its author is told, and whoever is named. */
export async function comment(ctx: Context, input: Parsed<'posts.comment'>): Promise<Comment> {
  const post = await requireCommenter(ctx, input.post_id);
  const photos = input.photos ?? input.photos_list;
  await requireOwnPhotos(ctx, input.photos ? 'photos' : 'photos_list', photos);
  const carried = await requireAttachments(ctx, { photos_list: photos });
  const author = requirePerson(ctx).id;
  const row = { id: ctx.newId(), post_id: post.id, author_id: author, content: input.content };
  const count = await insertComment(ctx.db, { ...row, created_at: ctx.now() });
  await replaceAttachments(ctx, 0, row.id, carried);
  tellPost(ctx, 'comment', post, { Comment: row.id, Comments: count });
  const deed = { person: post.author_id, user: author, type: 'comment_post' as const, thing: post.id };
  await notifyGrouped(ctx, { ...deed, item: { kind: 'comment', id: row.id }, isRepeated: true });
  await tellMentionedInComment(ctx, row, [post.author_id, post.wall_id]);
  const made = (await commentsOf(ctx, [row.id])).get(row.id);
  if (!made) throw new AppError('not_found');
  return made;
}

/** The comments on a post, newest first. */
export async function comments(ctx: ReadContext, input: Parsed<'posts.comments'>): Promise<Comment[]> {
  const { id: post } = await requirePost(ctx, input.post_id);
  const before = input.last_id || Number.MAX_SAFE_INTEGER;
  const place = { post, viewer: requirePerson(ctx).id, before, limit: input.limit };
  return commentRecords(ctx, await listComments(ctx.db, place));
}

/** Removes a comment, and what was told of it. */
export async function removeComment(
  ctx: Context,
  input: Parsed<'posts.removeComment'>,
): Promise<{ ok: true }> {
  const comment = await requireRemovableComment(ctx, input.comment_id);
  const { id, post_id: post, author_id: author, wall_id, post_author_id } = comment;
  const count = await deleteComment(ctx.db, comment);
  const deed = { person: post_author_id, user: author, type: 'comment_post' as const, thing: post };
  await withdrawNotification(ctx, deed, 'comment', await findNewestCommentOf(ctx.db, post, author));
  await retractNotificationsAbout(ctx, 'comment', [id]);
  await tellCommentRemoved(ctx, comment, count);
  const { id: caller } = requirePerson(ctx);
  if (![author, wall_id, post_author_id].includes(caller)) {
    await writeAuditEntry(ctx, { act: 'remove_comment', person: author });
  }
  return { ok: true };
}
