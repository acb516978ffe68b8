import type { Parsed } from '../../../shared/contract';
import type { Track } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { requireAccessibleProfile, requirePerson } from '../access/access';
import { requirePicture } from '../access/photos';
import { findVisibleTracks, requireOwnTrack, requireVisibleTrack } from '../access/media';
import { deleteContent } from '../content/content-queries';
import type { Context, ReadContext } from '../context';
import { emitLibraryChange } from '../events/library-events';
import { emitSharedItemChange } from '../events/shared-item-events';
import { tracksOf } from './track-records';
import { findPlaylistsWith } from './playlist-queries';
import { indexTrack, listTrackIds, searchTrackIds, updateTrack } from './track-queries';

/** Handlers of tracks: reading, changing, removing and finding them. */
export const trackHandlers = {
  'music.tracks': listOwn,
  'music.track': get,
  'music.some': getMany,
  'music.updateTrack': update,
  'music.removeTrack': remove,
  'music.find': find,
  'music.of': listOfPerson,
};

/** Builds the record of one track. Does not check access. */
export async function trackRecord(ctx: ReadContext, id: number): Promise<Track> {
  const track = (await tracksOf(ctx, [id])).get(id);
  if (!track) throw new AppError('not_found');
  return track;
}

async function listOwn(ctx: ReadContext, input: Parsed<'music.tracks'>): Promise<Track[]> {
  const { id: person } = requirePerson(ctx);
  return trackRecords(ctx, await listTrackIds(ctx.db, { person, isPublic: false, ...pageOf(input) }));
}

async function get(ctx: ReadContext, { track_id: id }: Parsed<'music.track'>): Promise<Track> {
  await requireVisibleTrack(ctx, id);
  return trackRecord(ctx, id);
}

async function getMany(ctx: ReadContext, { ids }: Parsed<'music.some'>): Promise<Track[]> {
  return trackRecords(ctx, await findVisibleTracks(ctx, ids));
}

async function update(ctx: Context, input: Parsed<'music.updateTrack'>): Promise<Track> {
  await requireOwnTrack(ctx, input.track_id);
  const { track_id: id, name, author, release, cover, genre, text, explicit } = input;
  await requirePicture(ctx, 'cover', cover ?? 0);
  const changes = {
    ...(name !== undefined && { name }),
    ...(author !== undefined && { author }),
    ...(release !== undefined && { release }),
    ...(cover !== undefined && { cover }),
    ...(genre !== undefined && { genre }),
    ...(text !== undefined && { text }),
    ...(explicit !== undefined && { explicit: explicit ? (1 as const) : (0 as const) }),
  };
  if (Object.keys(changes).length > 0) {
    await updateTrack(ctx.db, id, changes);
    ctx.beforeCommit(() => indexTrack(ctx.db, id));
    await emitSharedItemChange(ctx, 'track', id);
    emitLibraryChange(ctx, 'track', id);
  }
  return trackRecord(ctx, id);
}

async function remove(ctx: Context, { track_id: id }: Parsed<'music.removeTrack'>): Promise<{ ok: true }> {
  await requireOwnTrack(ctx, id);
  const playlists = await findPlaylistsWith(ctx.db, id, MAX_PLAYLISTS);
  await deleteContent(ctx.db, id);
  ctx.beforeCommit(() => indexTrack(ctx.db, id));
  await emitSharedItemChange(ctx, 'track', id);
  emitLibraryChange(ctx, 'track', id);
  for (const playlist of playlists) emitLibraryChange(ctx, 'playlist', playlist.id, playlist.person_id);
  return { ok: true };
}

async function find(ctx: ReadContext, input: Parsed<'music.find'>): Promise<Track[]> {
  const { id: viewer } = requirePerson(ctx);
  return trackRecords(ctx, await searchTrackIds(ctx.db, { viewer, mask: input.mask, ...pageOf(input) }));
}

async function listOfPerson(ctx: ReadContext, input: Parsed<'music.of'>): Promise<Track[]> {
  const person = await requireAccessibleProfile(ctx, input.user);
  const isPublic = person !== requirePerson(ctx).id;
  return trackRecords(ctx, await listTrackIds(ctx.db, { person, isPublic, ...pageOf(input) }));
}

/** How many owners of playlists get an event when a track is deleted. */
const MAX_PLAYLISTS = 100;

function pageOf({ page, limit }: { page: number; limit: number }) {
  return { limit, offset: Math.min(page * limit, Number.MAX_SAFE_INTEGER) };
}

async function trackRecords(ctx: ReadContext, ids: readonly number[]): Promise<Track[]> {
  const tracks = await tracksOf(ctx, ids);
  return ids.flatMap((id) => tracks.get(id) ?? []);
}
