import type { Parsed } from '../../../shared/contract';
import { invalid } from '../../../shared/errors';
import { requirePerson } from '../access/access';
import type { PostWithWall } from '../access/walls';
import type { Context } from '../context';
import { emitLibraryChange } from '../events/library-events';
import { listAttachments } from '../messages/attachment-queries';
import { publishTracks } from '../music/track-queries';
import { updatePhotoModes } from '../photos/queries';
import type { PostRow } from './records-queries';

/** Who may see a post and comment on it. */

/** Throws `validation_error` if an input limits the audience of a post on someone else's wall. */
export function requireOwnWall(ctx: Context, audience: number | undefined, wall: number): void {
  if (audience && wall !== requirePerson(ctx).id)
    throw invalid('audience', 'must be 0 on the wall of others');
}

/** Returns the columns of a post about who may see it and comment that differ from its current ones. */
export function audienceChangesOf(
  post: PostWithWall,
  { audience, comments_closed: isClosed }: Pick<Parsed<'posts.edit'>, 'audience' | 'comments_closed'>,
): Partial<Pick<PostRow, 'audience' | 'comments_closed'>> {
  return {
    ...(audience !== undefined && audience !== post.audience && { audience }),
    ...(isClosed !== undefined &&
      Number(isClosed) !== post.comments_closed && { comments_closed: isClosed ? 1 : 0 }),
  };
}

/**
 * Makes the caller's own photos and tracks in a post public if the post is for everyone, and otherwise the photos
 * private. Tracks stay: they may be in the caller's music. People who may see the post can still open its media.
 */
export async function applyAudienceToMedia(
  ctx: Context,
  { id, audience }: Pick<PostRow, 'id' | 'audience'>,
): Promise<void> {
  const person = requirePerson(ctx).id;
  const photos = (await listAttachments(ctx.db, id, 'photos')).map(({ item }) => item);
  const mode = audience === 0 ? 'public' : 'private';
  if (photos.length > 0)
    for (const photo of await updatePhotoModes(ctx.db, photos, { person, mode }))
      emitLibraryChange(ctx, 'photo', photo);
  if (audience > 0) return;
  const others = await listAttachments(ctx.db, id, 'others');
  const tracks = others.filter(({ type }) => type === 'track').map(({ item }) => item);
  if (tracks.length > 0)
    for (const track of await publishTracks(ctx.db, tracks, person)) emitLibraryChange(ctx, 'track', track);
}
