import type { Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import { requirePerson } from '../access/access';
import { requireFollowablePlaylist } from '../access/media';
import type { Context } from '../context';
import { emitLibraryChange } from '../events/library-events';
import { countFollowed, deleteFollow, insertFollow, listFollowers } from './follow-queries';

/** Handlers of following playlists of other people. */
export const followHandlers = {
  'music.followPlaylist': follow,
  'music.unfollowPlaylist': unfollow,
};

/** Emits the change of a playlist to its owner's and its followers' devices, up to MAX_FOLLOWERS of these. */
export async function emitPlaylistChange(
  ctx: Context,
  id: number,
  followers?: readonly number[],
): Promise<void> {
  emitLibraryChange(ctx, 'playlist', id);
  for (const person of followers ?? (await followersOf(ctx, id)))
    emitLibraryChange(ctx, 'playlist', id, person);
}

/** Returns who follows a playlist, for the event of its deletion. */
export function followersOf(ctx: Context, id: number): Promise<number[]> {
  return listFollowers(ctx.db, id, MAX_FOLLOWERS);
}

/** Others see the change when they load their playlists again. */
const MAX_FOLLOWERS = 1000;

async function follow(ctx: Context, input: Parsed<'music.followPlaylist'>): Promise<{ ok: true }> {
  const { playlist_id } = input;
  await requireFollowablePlaylist(ctx, playlist_id);
  const { id: person_id } = requirePerson(ctx);
  if (!(await insertFollow(ctx.db, { person_id, playlist_id, created_at: ctx.now() }))) return { ok: true };
  if ((await countFollowed(ctx.db, person_id)) > LIMITS.playlistsFollowed) {
    throw new AppError(
      'conflict',
      `You added ${LIMITS.playlistsFollowed} playlists of others, which is the limit. Remove one and try again.`,
    );
  }
  emitLibraryChange(ctx, 'playlist', playlist_id);
  return { ok: true };
}

/** Also of a playlist that the caller can no longer see. */
async function unfollow(ctx: Context, input: Parsed<'music.unfollowPlaylist'>): Promise<{ ok: true }> {
  const { id: person } = requirePerson(ctx);
  if (await deleteFollow(ctx.db, person, input.playlist_id))
    emitLibraryChange(ctx, 'playlist', input.playlist_id);
  return { ok: true };
}
