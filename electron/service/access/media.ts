import { AppError } from '../../../shared/errors';
import { requirePerson } from './access';
import { findPlaylistUse, findTrackUse, findVideoOwner } from './media-queries';
import { findReceived } from './queries';
import type { ReadContext } from '../context';

/** Who may hear and see what. Each throws; what a caller may not know of is `not_found`. */

/** A track that the caller owns, that is public and of nobody banned or blocked, or that was sent to them. */
export async function requireVisibleTrack(ctx: ReadContext, track: number): Promise<void> {
  if (!(await hearsTrack(ctx, track))) throw new AppError('not_found');
}

/** Those of some tracks that the caller may hear, in their order. Each takes microseconds to find. */
export async function findVisibleTracks(ctx: ReadContext, tracks: readonly number[]): Promise<number[]> {
  const heard: number[] = [];
  for (const track of new Set(tracks)) if (await hearsTrack(ctx, track)) heard.push(track);
  return heard;
}

async function hearsTrack(ctx: ReadContext, track: number): Promise<boolean> {
  const caller = requirePerson(ctx).id;
  const row = await findTrackUse(ctx.db, track, caller);
  if (!row) return false;
  if (row.person_id === caller || (row.mode === 'public' && row.open === 1)) return true;
  return findReceived(ctx.db, 'track', track, caller);
}

/** A track that the caller owns. */
export async function requireOwnTrack(ctx: ReadContext, track: number): Promise<void> {
  await requireVisibleTrack(ctx, track);
  const caller = requirePerson(ctx).id;
  if ((await findTrackUse(ctx.db, track, caller))?.person_id !== caller) throw new AppError('access_denied');
}

/** A track that the caller may put into a playlist: an own or a public one. */
export async function requireOpenTrack(ctx: ReadContext, track: number): Promise<void> {
  await requireVisibleTrack(ctx, track);
  const caller = requirePerson(ctx).id;
  const row = await findTrackUse(ctx.db, track, caller);
  if (row?.person_id !== caller && (row?.mode !== 'public' || row.open === 0)) {
    throw new AppError('access_denied', 'Only the owner of this track can add it to a playlist.');
  }
}

/** A playlist of the caller, or of somebody who is not banned and between whom and the caller there is no block. */
export async function requireVisiblePlaylist(ctx: ReadContext, playlist: number): Promise<void> {
  const caller = requirePerson(ctx).id;
  const row = await findPlaylistUse(ctx.db, playlist, caller);
  if (!row || (row.person_id !== caller && row.open === 0)) throw new AppError('not_found');
}

/** A playlist that the caller owns; says whether it is the one that holds all they added. */
export async function requireOwnPlaylist(ctx: ReadContext, playlist: number): Promise<{ own: boolean }> {
  await requireVisiblePlaylist(ctx, playlist);
  const caller = requirePerson(ctx).id;
  const row = await findPlaylistUse(ctx.db, playlist, caller);
  if (row?.person_id !== caller) throw new AppError('access_denied');
  return { own: row.own === 1 };
}

/** A playlist that the caller may remove: every own one except the one that holds all they added. */
export async function requireRemovablePlaylist(ctx: ReadContext, playlist: number): Promise<void> {
  const { own } = await requireOwnPlaylist(ctx, playlist);
  if (own) throw new AppError('access_denied', 'This playlist lists all your tracks and cannot be deleted.');
}

/** A video that the caller owns or was sent; says whether it is theirs. */
export async function requireVisibleVideo(ctx: ReadContext, video: number): Promise<{ own: boolean }> {
  const caller = requirePerson(ctx).id;
  const owner = await findVideoOwner(ctx.db, video);
  if (owner === undefined) throw new AppError('not_found');
  if (owner === caller) return { own: true };
  if (!(await findReceived(ctx.db, 'video', video, caller))) throw new AppError('not_found');
  return { own: false };
}

/** A video that the caller owns. */
export async function requireOwnVideo(ctx: ReadContext, video: number): Promise<void> {
  const { own } = await requireVisibleVideo(ctx, video);
  if (!own) throw new AppError('access_denied');
}
