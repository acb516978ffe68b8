import type { Parsed } from '../../../shared/contract';
import { isFilled } from '../../../shared/invisible';
import { invalid } from '../../../shared/errors';
import { requirePicture } from '../access/photos';
import type { PostWithWall } from '../access/walls';
import { requireAttachments, resolveRepostSource, type NewAttachments } from '../content/attachments';
import type { Context } from '../context';
import type { PostRow } from './records-queries';

/** What a post is to say and carry; undefined where nothing is said of it. */
export interface Body {
  content: string | undefined;
  carried: NewAttachments;
  /** What it reposts; 0 for nothing. */
  repost: number | undefined;
}

/** Checks that the caller may post what an input names; `own` is the post that it is to change. Throws `validation_error`. */
export async function requireBody(
  ctx: Context,
  input: Omit<Parsed<'posts.edit'>, 'post_id'>,
  own = 0,
): Promise<Body> {
  await requireOwnPhotos(ctx, 'photos_list', input.photos_list);
  for (const [index, { Type }] of (input.attachments ?? []).entries()) {
    if (Type === 'post') throw invalid(`attachments.${index}.Type`, 'is not supported in posts; use repost');
  }
  const carried = await requireAttachments(ctx, input);
  const repost = input.repost && (await resolveRepostSource(ctx, input.repost));
  if (repost !== 0 && repost === own) throw invalid('repost', 'is this post');
  return { content: input.content ?? input.text, carried, repost };
}

/** Throws `validation_error` unless all are photos of the caller. */
export async function requireOwnPhotos(
  ctx: Context,
  field: string,
  photos: readonly number[] = [],
): Promise<void> {
  for (const [index, photo] of photos.entries()) await requirePicture(ctx, `${field}.${index}`, photo);
}

/** Throws `validation_error` unless a text, which stands alone, shows something. */
export function requireFilled(content: string): void {
  if (!isFilled(content)) throw invalid('content', 'must not be empty');
}

/** The columns of a post that are to be others than they are. */
export function changesOf(
  post: PostWithWall,
  to: Pick<Body, 'content' | 'repost'> & { language: number | undefined; nsfw: boolean | undefined },
): Partial<Pick<PostRow, 'content' | 'repost_id' | 'language' | 'nsfw'>> {
  const { content, repost, language, nsfw } = to;
  return {
    ...(content !== undefined && content !== post.content && { content }),
    ...(repost !== undefined && repost !== post.repost_id && { repost_id: repost }),
    ...(language !== undefined && language !== post.language && { language }),
    ...(nsfw !== undefined && Number(nsfw) !== post.nsfw && { nsfw: nsfw ? 1 : 0 }),
  };
}
