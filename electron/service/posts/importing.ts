import type { Parsed } from '../../../shared/contract';
import { requirePerson } from '../access/access';
import { requireCommenter } from '../access/walls';
import { replaceAttachments } from '../content/attachments';
import type { Context } from '../context';
import { emitPostCount } from '../events/count-events';
import { insertComment } from './comment-queries';
import { requireCommentContent, settingsOf } from './content';
import { emitPostEvent } from './events';
import { requirePostInput, type PostInput } from './publishing';
import { insertPost } from './queries';
import { indexPost } from './search-queries';

/**
 * Posts and comments that their author wrote in another community. They are dated by this host like all others, because
 * nobody can verify the time that an export claims: that time is shown beside it. Nobody is notified.
 */

/** Adds a post to the caller's wall. Returns its ID. `written` and `edited` are Unix seconds, `edited` 0 for never. */
export async function importPost(
  ctx: Context,
  input: PostInput,
  { written, edited }: { written: number; edited: number },
): Promise<number> {
  const { wall, content: given } = await requirePostInput(ctx, input);
  const { content = '', attachments, repost = 0 } = given;
  const post = { id: ctx.newId(), wall_id: wall };
  await insertPost(ctx.db, {
    ...post,
    author_id: requirePerson(ctx).id,
    repost_id: repost,
    content,
    ...settingsOf(input),
    created_at: ctx.now(),
    edited_at: edited,
    written_at: written,
  });
  await replaceAttachments(ctx, 0, post.id, attachments);
  ctx.beforeCommit(() => indexPost(ctx.db, post.id));
  emitPostEvent(ctx, 'post', post);
  emitPostCount(ctx, wall);
  return post.id;
}

/** Adds a comment of the caller to a post of theirs. Returns its ID. */
export async function importComment(
  ctx: Context,
  input: Parsed<'posts.comment'>,
  written: number,
): Promise<number> {
  const post = await requireCommenter(ctx, input.post_id);
  const attachments = await requireCommentContent(ctx, input);
  const row = {
    id: ctx.newId(),
    post_id: post.id,
    author_id: requirePerson(ctx).id,
    content: input.content,
    created_at: ctx.now(),
    written_at: written,
  };
  const count = await insertComment(ctx.db, row);
  await replaceAttachments(ctx, 0, row.id, attachments);
  emitPostEvent(ctx, 'comment', post, { Comment: row.id, Comments: count });
  return row.id;
}
