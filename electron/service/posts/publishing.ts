import type { Parsed } from '../../../shared/contract';
import type { PostModel } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { requirePerson } from '../access/access';
import { requireWallWriter } from '../access/walls';
import { hasAttachments, replaceAttachments } from '../content/attachments';
import type { Context, ReadContext } from '../context';
import { emitPostCount } from '../events/count-events';
import { applyAudienceToMedia, requireOwnWall } from './audience';
import { requireFilled, requirePostContent, settingsOf, type PostContent } from './content';
import { emitPostEvent } from './events';
import { notifyMentionedInPost, notifyRepostedAuthor, notifyWallOwner } from './notifications';
import { insertPost } from './queries';
import { postsOf } from './records';
import { indexPost } from './search-queries';

/** The input of a new post. */
export type PostInput = Omit<Parsed<'posts.create'>, 'edit' | 'timestamp'>;

/** Publishes a post of the caller. */
export async function publishPost(ctx: Context, input: PostInput): Promise<PostModel> {
  const { wall, content: given } = await requirePostInput(ctx, input);
  const { content = '', attachments, repost = 0 } = given;
  const id = ctx.newId();
  const author = requirePerson(ctx).id;
  const post = { id, wall_id: wall, author_id: author, repost_id: repost, content, ...settingsOf(input) };
  await insertPost(ctx.db, { ...post, created_at: ctx.now() });
  await replaceAttachments(ctx, 0, id, attachments);
  await applyAudienceToMedia(ctx, post);
  ctx.beforeCommit(() => indexPost(ctx.db, id));
  emitPostEvent(ctx, 'post', post);
  emitPostCount(ctx, wall);
  await notifyWallOwner(ctx, post);
  await notifyRepostedAuthor(ctx, post);
  await notifyMentionedInPost(ctx, post);
  return postRecord(ctx, id);
}

/** Validates a post that the caller wants to publish now or later. */
export async function requirePostInput(
  ctx: Context,
  input: PostInput,
): Promise<{ wall: number; content: PostContent }> {
  const wall = await requireWallWriter(ctx, input.user);
  requireOwnWall(ctx, input.audience, wall);
  const content = await requirePostContent(ctx, input);
  if (!hasAttachments(content.attachments) && !content.repost) requireFilled(content.content ?? '');
  return { wall, content };
}

/** Builds the record of a post. Throws `not_found` if the caller can't see it. */
export async function postRecord(ctx: ReadContext, id: number): Promise<PostModel> {
  const post = (await postsOf(ctx, [id])).get(id);
  if (!post) throw new AppError('not_found');
  return post;
}
