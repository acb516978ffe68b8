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
import { indexItem, unindexItem } from '../search/item-queries';
import { listFollowedPlaylists } from './follow-queries';
import { emitPlaylistChange, followersOf } from './follows';
import { playlistsOf } from './playlist-records';
import {
  countTracks,
  deletePlaylist,
  deletePlaylistTrack,
  findDefaultPlaylist,
  insertPlaylist,
  insertPlaylistTrack,
  listPlaylistIds,
  updateTrackOrder,
  updatePlaylist,
} from './playlist-queries';

/** Handlers of playlists and of the tracks in them. */
export const playlistHandlers = {
  'music.createPlaylist': create,
  'music.playlist': get,
  'music.updatePlaylist': update,
  'music.removePlaylist': remove,
  'music.addTrack': add,
  'music.keepTrack': addToDefault,
  'music.moveTrack': moveTrack,
  'music.dropTrack': removeTrack,
  'music.playlists': listOfPerson,
};

/** Returns a person's default playlist, creating it when it is first needed. */
export async function ensureDefaultPlaylist(ctx: Context, person: number): Promise<number> {
  const existing = await findDefaultPlaylist(ctx.db, person);
  if (existing !== undefined) return existing;
  const id = ctx.newId();
  await insertPlaylist(ctx.db, { ...emptyPlaylist(ctx, person), id, own: 1, name: 'My music' });
  return id;
}

async function create(ctx: Context, input: Parsed<'music.createPlaylist'>): Promise<Playlist> {
  const { name, release = '', description = '', cover = 0, private: isPrivate = false } = input;
  return playlistRecord(ctx, await addPlaylist(ctx, { name, release, description, cover, isPrivate }));
}

/** Adds an empty playlist of the caller and returns its ID. Throws `conflict` if they have the maximum number. */
export async function addPlaylist(
  ctx: Context,
  fields: { name: string; release: string; description: string; cover: number; isPrivate: boolean },
): Promise<number> {
  const { id: person } = requirePerson(ctx);
  const { isPrivate, ...rest } = fields;
  await requirePicture(ctx, 'cover', fields.cover);
  if ((await listPlaylistIds(ctx.db, person)).length >= LIMITS.playlistsEach) {
    throw new AppError(
      'conflict',
      `You have ${LIMITS.playlistsEach} playlists, which is the limit. Delete one and try again.`,
    );
  }
  const id = ctx.newId();
  const mode = isPrivate ? 'private' : 'public';
  await insertPlaylist(ctx.db, { ...emptyPlaylist(ctx, person), ...rest, id, mode });
  ctx.beforeCommit(() => indexItem(ctx.db, 'playlist', id));
  emitLibraryChange(ctx, 'playlist', id);
  return id;
}

async function get(ctx: ReadContext, { playlist_id: id }: Parsed<'music.playlist'>): Promise<Playlist> {
  await requireVisiblePlaylist(ctx, id);
  return playlistRecord(ctx, id);
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
    ...(input.private !== undefined && { mode: input.private ? ('private' as const) : ('public' as const) }),
  };
  if (tracks) await reorder(ctx, id, tracks);
  const isChanged = Object.keys(changes).length > 0;
  if (isChanged) {
    await updatePlaylist(ctx.db, id, changes);
    ctx.beforeCommit(() => indexItem(ctx.db, 'playlist', id));
  }
  if (isChanged || tracks) await emitPlaylistChange(ctx, id);
  return { ok: true };
}

/** The new order must contain exactly the tracks that the owner sees; it can't add or remove any. */
async function reorder(ctx: Context, id: number, tracks: readonly number[]): Promise<void> {
  const { Tracks: visible } = await playlistRecord(ctx, id);
  const remaining = new Set(visible);
  for (const [index, track] of tracks.entries()) {
    if (!remaining.delete(track)) throw invalid(`tracks.${index}`, 'is not in this playlist');
  }
  if (remaining.size > 0) throw invalid('tracks', 'must list every track of the playlist');
  await updateTrackOrder(ctx.db, id, tracks);
}

async function remove(
  ctx: Context,
  { playlist_id: id }: Parsed<'music.removePlaylist'>,
): Promise<{ ok: true }> {
  await requireRemovablePlaylist(ctx, id);
  const followers = await followersOf(ctx, id);
  await deletePlaylist(ctx.db, id);
  await unindexItem(ctx.db, id);
  await emitPlaylistChange(ctx, id, followers);
  return { ok: true };
}

/** A track that is in the playlist already keeps its position. */
async function add(ctx: Context, input: Parsed<'music.addTrack'>): Promise<{ ok: true }> {
  await requireOwnPlaylist(ctx, input.playlist_id);
  await requireTrackForPlaylist(ctx, input.track_id);
  const { playlist_id: playlist, track_id: track } = input;
  const { own } = await requireOwnPlaylist(ctx, playlist);
  return insertTrackInto(ctx, { playlist, track, at: own ? 'top' : 'bottom' });
}

async function addToDefault(
  ctx: Context,
  { track_id: track }: Parsed<'music.keepTrack'>,
): Promise<{ ok: true }> {
  await requireTrackForPlaylist(ctx, track);
  const playlist = await ensureDefaultPlaylist(ctx, requirePerson(ctx).id);
  return insertTrackInto(ctx, { playlist, track, at: 'top' });
}

async function insertTrackInto(
  ctx: Context,
  target: Parameters<typeof insertPlaylistTrack>[1],
): Promise<{ ok: true }> {
  if (!(await insertPlaylistTrack(ctx.db, target))) return { ok: true };
  if ((await countTracks(ctx.db, target.playlist)) > LIMITS.playlistTracks) {
    throw new AppError(
      'conflict',
      `A playlist can have up to ${LIMITS.playlistTracks} tracks. Remove some and try again.`,
    );
  }
  await emitPlaylistChange(ctx, target.playlist);
  return { ok: true };
}

async function moveTrack(ctx: Context, input: Parsed<'music.moveTrack'>): Promise<{ ok: true }> {
  await requireOwnPlaylist(ctx, input.playlist_id);
  const { playlist_id: playlist, track_id: track, direction } = input;
  const { Tracks: visible } = await playlistRecord(ctx, playlist);
  const from = visible.indexOf(track);
  if (from === -1) throw new AppError('not_found');
  const to = direction === 'up' ? from - 1 : from + 1;
  if (to < 0 || to === visible.length) return { ok: true };
  await updateTrackOrder(ctx.db, playlist, visible.toSpliced(from, 1).toSpliced(to, 0, track));
  await emitPlaylistChange(ctx, playlist);
  return { ok: true };
}

async function removeTrack(ctx: Context, input: Parsed<'music.dropTrack'>): Promise<Playlist> {
  await requireOwnPlaylist(ctx, input.playlist_id);
  const { playlist_id: playlist, track_id: track } = input;
  if (!(await deletePlaylistTrack(ctx.db, playlist, track))) throw new AppError('not_found');
  await emitPlaylistChange(ctx, playlist);
  return playlistRecord(ctx, playlist);
}

async function listOfPerson(ctx: ReadContext, input: Parsed<'music.playlists'>): Promise<Playlist[]> {
  const person = await requireAccessibleProfile(ctx, input.user);
  const isOwn = person === requirePerson(ctx).id;
  const own = await listPlaylistIds(ctx.db, person, isOwn ? 'all' : 'public');
  const ids = isOwn ? [...own, ...(await listFollowedPlaylists(ctx.db, person))] : own;
  const playlists = await playlistsOf(ctx, ids);
  return ids.flatMap((id) => playlists.get(id) ?? []);
}

function emptyPlaylist(ctx: Context, person: number) {
  return {
    person_id: person,
    own: 0 as const,
    release: '',
    description: '',
    cover: 0,
    created_at: ctx.now(),
  };
}

async function playlistRecord(ctx: ReadContext, id: number): Promise<Playlist> {
  const playlist = (await playlistsOf(ctx, [id])).get(id);
  if (!playlist) throw new AppError('not_found');
  return playlist;
}
