import { AppError, invalid } from '../../../shared/errors';
import { requirePerson } from './access';
import { findPlaylistAccess, findTrackAccess, findVideoOwner } from './media-queries';
import { hasReceived } from './queries';
import type { ReadContext } from '../context';

/** Access control of tracks, playlists and videos. Items the caller may not know exist are `not_found`. */

/** Throws unless a track is the caller's, was sent to them, or is public and its owner neither banned nor blocked. */
export async function requireVisibleTrack(ctx: ReadContext, track: number): Promise<void> {
  if (!(await canHearTrack(ctx, track))) throw new AppError('not_found');
}

/**
 * Filters tracks to those the caller may play, keeping their order. Checks them one by one; each check takes
 * microseconds.
 */
export async function findVisibleTracks(ctx: ReadContext, tracks: readonly number[]): Promise<number[]> {
  const audible: number[] = [];
  for (const track of new Set(tracks)) if (await canHearTrack(ctx, track)) audible.push(track);
  return audible;
}

async function canHearTrack(ctx: ReadContext, track: number): Promise<boolean> {
  const caller = requirePerson(ctx).id;
  const row = await findTrackAccess(ctx.db, track, caller);
  if (!row) return false;
  if (row.person_id === caller || (row.mode === 'public' && row.open === 1)) return true;
  return hasReceived(ctx.db, 'track', track, caller);
}

/** Throws unless the caller owns the track. */
export async function requireOwnTrack(ctx: ReadContext, track: number): Promise<void> {
  await requireVisibleTrack(ctx, track);
  const caller = requirePerson(ctx).id;
  if ((await findTrackAccess(ctx.db, track, caller))?.person_id !== caller)
    throw new AppError('access_denied');
}

/** Throws unless the caller may add a track to a playlist: their own tracks and public ones. */
export async function requireTrackForPlaylist(ctx: ReadContext, track: number): Promise<void> {
  await requireVisibleTrack(ctx, track);
  const caller = requirePerson(ctx).id;
  const row = await findTrackAccess(ctx.db, track, caller);
  if (row?.person_id !== caller && (row?.mode !== 'public' || row.open === 0)) {
    throw new AppError('access_denied', 'Only the owner of this track can add it to a playlist.');
  }
}

/** Throws unless a playlist is the caller's, or is public and its owner neither banned nor blocked. */
export async function requireVisiblePlaylist(ctx: ReadContext, playlist: number): Promise<void> {
  const caller = requirePerson(ctx).id;
  const row = await findPlaylistAccess(ctx.db, playlist, caller);
  if (row?.seen !== 1) throw new AppError('not_found');
}

/** Filters playlists to those the caller may open. Checks them one by one; each check takes microseconds. */
export async function findVisiblePlaylists(
  ctx: ReadContext,
  playlists: readonly number[],
): Promise<number[]> {
  const caller = requirePerson(ctx).id;
  const visible: number[] = [];
  for (const playlist of new Set(playlists)) {
    const row = await findPlaylistAccess(ctx.db, playlist, caller);
    if (row?.seen === 1) visible.push(playlist);
  }
  return visible;
}

/** Throws unless the caller may add a playlist to their music: a visible one of someone else. */
export async function requireFollowablePlaylist(ctx: ReadContext, playlist: number): Promise<void> {
  await requireVisiblePlaylist(ctx, playlist);
  const caller = requirePerson(ctx).id;
  const row = await findPlaylistAccess(ctx.db, playlist, caller);
  if (row?.person_id === caller) throw invalid('playlist_id', 'is your own playlist');
}

/**
 * Throws unless the caller owns the playlist. `own` says whether it is their default one, which holds every track they
 * added.
 */
export async function requireOwnPlaylist(ctx: ReadContext, playlist: number): Promise<{ own: boolean }> {
  await requireVisiblePlaylist(ctx, playlist);
  const caller = requirePerson(ctx).id;
  const row = await findPlaylistAccess(ctx.db, playlist, caller);
  if (row?.person_id !== caller) throw new AppError('access_denied');
  return { own: row.own === 1 };
}

/** Throws unless the caller may delete the playlist: any of theirs except the default one. */
export async function requireRemovablePlaylist(ctx: ReadContext, playlist: number): Promise<void> {
  const { own } = await requireOwnPlaylist(ctx, playlist);
  if (own)
    throw new AppError('access_denied', 'This playlist lists all your tracks, so it can’t be deleted.');
}

/** Throws unless the caller owns the video or received it. `own` says whether they own it. */
export async function requireVisibleVideo(ctx: ReadContext, video: number): Promise<{ own: boolean }> {
  const caller = requirePerson(ctx).id;
  const owner = await findVideoOwner(ctx.db, video);
  if (owner === undefined) throw new AppError('not_found');
  if (owner === caller) return { own: true };
  if (!(await hasReceived(ctx.db, 'video', video, caller))) throw new AppError('not_found');
  return { own: false };
}

/** Throws unless the caller owns the video. */
export async function requireOwnVideo(ctx: ReadContext, video: number): Promise<void> {
  const { own } = await requireVisibleVideo(ctx, video);
  if (!own) throw new AppError('access_denied');
}
