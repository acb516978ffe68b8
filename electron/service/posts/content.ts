import type { Parsed } from '../../../shared/contract';
import { isNotBlank } from '../../../shared/characters/invisible';
import { invalid } from '../../../shared/errors';
import { requirePerson } from '../access/access';
import { requirePicture } from '../access/photos';
import type { PostWithWall } from '../access/walls';
import { requireAttachments, resolveRepostSource, type NewAttachments } from '../content/attachments';
import type { Context } from '../context';
import { findVoice } from '../files/heard-queries';
import type { PostRow } from './records-queries';

/** The content to give to a post; undefined fields leave the existing content alone. */
export interface PostContent {
  content: string | undefined;
  attachments: NewAttachments;
  /** The ID of the reposted post; 0 for none. */
  repost: number | undefined;
}

/**
 * Validates the content of an input: the caller must have access to everything in it. `editedPost` is the ID of the
 * post to change. Throws `validation_error`.
 */
export async function requirePostContent(
  ctx: Context,
  input: Omit<Parsed<'posts.edit'>, 'post_id'>,
  editedPost = 0,
): Promise<PostContent> {
  await requireOwnPhotos(ctx, 'photos_list', input.photos_list);
  for (const [index, { Type, Item }] of (input.attachments ?? []).entries()) {
    if (Type === 'post' && Item === editedPost) throw invalid(`attachments.${index}.Item`, 'is this post');
  }
  const attachments = await requireAttachments(ctx, input);
  const repost = input.repost && (await resolveRepostSource(ctx, input.repost));
  if (repost !== 0 && repost === editedPost) throw invalid('repost', 'is this post');
  return { content: input.content ?? input.text, attachments, repost };
}

/** Throws `validation_error` unless all photos belong to the caller. */
export async function requireOwnPhotos(
  ctx: Context,
  field: string,
  photos: readonly number[] = [],
): Promise<void> {
  for (const [index, photo] of photos.entries()) await requirePicture(ctx, `${field}.${index}`, photo);
}

/** Throws `validation_error` if a text without attachments is blank. */
export function requireFilled(content: string): void {
  if (!isNotBlank(content)) throw invalid('content', 'must not be empty');
}

/**
 * Validates the content of a comment: words, a voice message of the caller, or both. Returns what to attach. Throws
 * `validation_error`.
 */
export async function requireCommentContent(
  ctx: Context,
  { content, voice, photos, photos_list }: Parsed<'posts.comment'>,
): Promise<NewAttachments> {
  if (!voice) requireFilled(content);
  else if ((await findVoice(ctx.db, voice))?.person_id !== requirePerson(ctx).id)
    throw invalid('voice', 'must be one of your voice messages');
  await requireOwnPhotos(ctx, photos ? 'photos' : 'photos_list', photos ?? photos_list);
  return requireAttachments(ctx, {
    photos_list: photos ?? photos_list,
    attachments: voice ? [{ Type: 'file', Item: voice }] : undefined,
  });
}

/** Returns the columns that an input sets besides the content, with their defaults. */
export function settingsOf({
  language = 0,
  nsfw = false,
  audience = 0,
  comments_closed = false,
}: Pick<Parsed<'posts.edit'>, 'language' | 'nsfw' | 'audience' | 'comments_closed'>) {
  return {
    ...{ language, audience },
    nsfw: nsfw ? (1 as const) : (0 as const),
    comments_closed: comments_closed ? (1 as const) : (0 as const),
  };
}

/** Returns the columns of a post's content that differ from its current ones. */
export function changesOf(
  post: PostWithWall,
  to: Pick<PostContent, 'content' | 'repost'> & { language: number | undefined; nsfw: boolean | undefined },
): Partial<Pick<PostRow, 'content' | 'repost_id' | 'language' | 'nsfw'>> {
  const { content, repost, language, nsfw } = to;
  return {
    ...(content !== undefined && content !== post.content && { content }),
    ...(repost !== undefined && repost !== post.repost_id && { repost_id: repost }),
    ...(language !== undefined && language !== post.language && { language }),
    ...(nsfw !== undefined && Number(nsfw) !== post.nsfw && { nsfw: nsfw ? 1 : 0 }),
  };
}
