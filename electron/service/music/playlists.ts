import type { Parsed } from '../../../shared/contract';
import type { Playlist } from '../../../shared/contract/records';
import { AppError, invalid } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import { requireAccessibleProfile, requirePerson } from '../access/access';
import { requirePicture } from '../access/photos';
import {
  requireTrackForPlaylist,
  requireOwnPlaylist,
  requireRemovablePlaylist,
  requireVisiblePlaylist,
} from '../access/media';
import type { Context, ReadContext } from '../context';
import { emitLibraryChange } from '../events/library-events';
import { playlistsOf } from './playlist-records';
import {
  countTracks,
  deletePlaylist,
  deletePlaylistTrack,
  findOwnPlaylist,
  insertPlaylist,
  insertPlaylistTrack,
  listPlaylistIds,
  updateOrder,
  updatePlaylist,
} from './playlist-queries';

export const playlistHandlers = {
  'music.createPlaylist': create,
  'music.playlist': get,
  'music.updatePlaylist': update,
  'music.removePlaylist': remove,
  'music.addTrack': add,
  'music.keepTrack': keep,
  'music.dropTrack': drop,
  'music.playlists': of,
};

/** The playlist that holds all that a person added; it is made when it is first needed, and stays. */
export async function ensureOwnPlaylist(ctx: Context, person: number): Promise<number> {
  const there = await findOwnPlaylist(ctx.db, person);
  if (there !== undefined) return there;
  const id = ctx.newId();
  await insertPlaylist(ctx.db, { ...blank(ctx, person), id, own: 1, name: 'My music' });
  return id;
}

async function create(ctx: Context, input: Parsed<'music.createPlaylist'>): Promise<Playlist> {
  const { id: person } = requirePerson(ctx);
  const { name, release = '', description = '', cover = 0 } = input;
  await requirePicture(ctx, 'cover', cover);
  if ((await listPlaylistIds(ctx.db, person)).length >= LIMITS.playlistsEach) {
    throw new AppError(
      'conflict',
      `You have ${LIMITS.playlistsEach} playlists, which is the limit. Delete one and try again.`,
    );
  }
  const id = ctx.newId();
  await insertPlaylist(ctx.db, { ...blank(ctx, person), id, name, release, description, cover });
  emitLibraryChange(ctx, 'playlist', id);
  return only(ctx, id);
}

async function get(ctx: ReadContext, { playlist_id: id }: Parsed<'music.playlist'>): Promise<Playlist> {
  await requireVisiblePlaylist(ctx, id);
  return only(ctx, id);
}

async function update(ctx: Context, input: Parsed<'music.updatePlaylist'>): Promise<{ ok: true }> {
  await requireOwnPlaylist(ctx, input.playlist_id);
  const { playlist_id: id, name, release, description, cover, tracks } = input;
  await requirePicture(ctx, 'cover', cover ?? 0);
  const changes = {
    ...(name !== undefined && { name }),
    ...(release !== undefined && { release }),
    ...(description !== undefined && { description }),
    ...(cover !== undefined && { cover }),
  };
  if (tracks) await reorder(ctx, id, tracks);
  const isChanged = Object.keys(changes).length > 0;
  if (isChanged) await updatePlaylist(ctx.db, id, changes);
  if (isChanged || tracks) emitLibraryChange(ctx, 'playlist', id);
  return { ok: true };
}

/** The order must name all that its owner sees in the playlist: nothing comes or goes by it. */
async function reorder(ctx: Context, id: number, tracks: readonly number[]): Promise<void> {
  const { Tracks: seen } = await only(ctx, id);
  const left = new Set(seen);
  for (const [index, track] of tracks.entries()) {
    if (!left.delete(track)) throw invalid(`tracks.${index}`, 'is not in this playlist');
  }
  if (left.size > 0) throw invalid('tracks', 'must list every track of the playlist');
  await updateOrder(ctx.db, id, tracks);
}

async function remove(
  ctx: Context,
  { playlist_id: id }: Parsed<'music.removePlaylist'>,
): Promise<{ ok: true }> {
  await requireRemovablePlaylist(ctx, id);
  await deletePlaylist(ctx.db, id);
  emitLibraryChange(ctx, 'playlist', id);
  return { ok: true };
}

/** A track that is in it already stays where it is. */
async function add(ctx: Context, input: Parsed<'music.addTrack'>): Promise<{ ok: true }> {
  await requireOwnPlaylist(ctx, input.playlist_id);
  await requireTrackForPlaylist(ctx, input.track_id);
  const { playlist_id: playlist, track_id: track } = input;
  const { own } = await requireOwnPlaylist(ctx, playlist);
  return put(ctx, { playlist, track, at: own ? 'top' : 'bottom' });
}

async function keep(ctx: Context, { track_id: track }: Parsed<'music.keepTrack'>): Promise<{ ok: true }> {
  await requireTrackForPlaylist(ctx, track);
  const playlist = await ensureOwnPlaylist(ctx, requirePerson(ctx).id);
  return put(ctx, { playlist, track, at: 'top' });
}

async function put(ctx: Context, place: Parameters<typeof insertPlaylistTrack>[1]): Promise<{ ok: true }> {
  if (!(await insertPlaylistTrack(ctx.db, place))) return { ok: true };
  if ((await countTracks(ctx.db, place.playlist)) > LIMITS.playlistTracks) {
    throw new AppError(
      'conflict',
      `A playlist can have up to ${LIMITS.playlistTracks} tracks. Remove some and try again.`,
    );
  }
  emitLibraryChange(ctx, 'playlist', place.playlist);
  return { ok: true };
}

async function drop(ctx: Context, input: Parsed<'music.dropTrack'>): Promise<Playlist> {
  await requireOwnPlaylist(ctx, input.playlist_id);
  const { playlist_id: playlist, track_id: track } = input;
  if (!(await deletePlaylistTrack(ctx.db, playlist, track))) throw new AppError('not_found');
  emitLibraryChange(ctx, 'playlist', playlist);
  return only(ctx, playlist);
}

async function of(ctx: ReadContext, input: Parsed<'music.playlists'>): Promise<Playlist[]> {
  const person = await requireAccessibleProfile(ctx, input.user);
  const ids = await listPlaylistIds(ctx.db, person);
  const playlists = await playlistsOf(ctx, ids);
  return ids.flatMap((id) => playlists.get(id) ?? []);
}

function blank(ctx: Context, person: number) {
  return {
    person_id: person,
    own: 0 as const,
    release: '',
    description: '',
    cover: 0,
    created_at: ctx.now(),
  };
}

async function only(ctx: ReadContext, id: number): Promise<Playlist> {
  const playlist = (await playlistsOf(ctx, [id])).get(id);
  if (!playlist) throw new AppError('not_found');
  return playlist;
}
