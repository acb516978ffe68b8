import { Readable } from 'node:stream';
import type { Parsed } from '../../../shared/contract';
import type { UploadedTrack } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import type { CleanPicture } from '../../content/pictures/pictures';
import type { ReceivedFile } from '../../content/store';
import { nameFromFile, readTrack, type TrackMetadata } from '../../content/media/tracks';
import { requirePerson } from '../access/access';
import { requirePicture } from '../access/photos';
import { insertContent } from '../content/content-queries';
import type { Context, ReadContext } from '../context';
import { emitLibraryChange } from '../events/library-events';
import { emitPlaylistChange } from './follows';
import { findDuplicatePhoto, insertPhoto } from '../photos/queries';
import { requireQuota } from '../uploads/quota';
import { insertPlaylistTrack } from './playlist-queries';
import { ensureDefaultPlaylist } from './playlists';
import { findTracksByContent, indexTrack, insertTrack } from './track-queries';
import { trackRecord } from './tracks';

/**
 * Stores an uploaded track unchanged. Metadata missing from the form is read from the file, and a picture in the file
 * becomes a photo of the owner, if it can be displayed. The same bytes a second time are no second track.
 */
export async function upload(preparation: ReadContext, input: Parsed<'music.upload'>) {
  const { id: person } = requirePerson(preparation);
  const received = preparation.uploads.find(person, 'audio', input.audio);
  const metadata = await readTrack(person, received);
  const picture =
    input.cover === undefined ? await embeddedPicture(preparation, person, metadata.picture) : null;
  await preparation.content.commit(received);
  return async (ctx: Context): Promise<UploadedTrack> => {
    await requirePicture(ctx, 'cover', input.cover ?? 0);
    const existing = await existingTrack(ctx, received.hash, input);
    if (existing !== undefined) {
      await addToOwnMusic(ctx, existing);
      return { ...(await trackRecord(ctx, existing)), Existing: true };
    }
    await requireQuota(ctx, person, received.size + (picture?.bytes.size ?? 0));
    const { mode } = input;
    const cover = picture ? await storeCover(ctx, person, mode, picture) : (input.cover ?? 0);
    const id = await addTrack(ctx, received, metadata, {
      mode,
      cover,
      name: input.name ?? (metadata.name || nameFromFile(input.filename ?? '')),
      author: input.author || metadata.author,
      release: input.release || metadata.release,
      genre: metadata.genre,
      text: metadata.lyrics,
      explicit: metadata.explicit,
    });
    await addToOwnMusic(ctx, id);
    return trackRecord(ctx, id);
  };
}

/** Returns the caller's track of the same bytes, unless the form says that this is another one; undefined for none. */
async function existingTrack(
  ctx: Context,
  hash: Buffer,
  { mode, ...given }: Parsed<'music.upload'>,
): Promise<number | undefined> {
  const { id: person } = requirePerson(ctx);
  const tracks = await findTracksByContent(ctx.db, { person, mode, hash });
  return tracks.find(
    ({ name, author, release, cover }) =>
      name === (given.name ?? name) &&
      author === (given.author || author) &&
      release === (given.release || release) &&
      cover === (given.cover ?? cover),
  )?.id;
}

async function addToOwnMusic(ctx: Context, track: number): Promise<void> {
  const playlist = await ensureDefaultPlaylist(ctx, requirePerson(ctx).id);
  const isNew = await insertPlaylistTrack(ctx.db, { playlist, track, at: 'top' });
  if (isNew) await emitPlaylistChange(ctx, playlist);
}

/** What the owner says about a track. */
export interface TrackFields {
  mode: 'public' | 'private';
  name: string;
  author: string;
  release: string;
  genre: string;
  text: string;
  explicit: boolean;
  /** The ID of a photo of the owner; 0 for none. */
  cover: number;
}

/**
 * Stores the bytes of a track of the caller. Returns the function that adds it, inside a transaction and to no
 * playlist, and returns its ID. Throws `invalid_type` if it can't be played.
 */
export async function prepareTrack(
  preparation: ReadContext,
  received: ReceivedFile,
  fields: TrackFields,
): Promise<(ctx: Context) => Promise<number>> {
  const { id: person } = requirePerson(preparation);
  const metadata = await readTrack(person, received);
  await preparation.content.commit(received);
  return async (ctx) => {
    await requireQuota(ctx, person, received.size);
    return addTrack(ctx, received, metadata, fields);
  };
}

async function addTrack(
  ctx: Context,
  { hash, size }: ReceivedFile,
  { type, duration, gain, peak, albumGain, albumPeak }: TrackMetadata,
  { name, explicit, ...fields }: TrackFields,
): Promise<number> {
  const { id: person } = requirePerson(ctx);
  const id = ctx.newId();
  await insertContent(ctx.db, { id, kind: 'track', person, hash, size, type, now: ctx.now() });
  await insertTrack(ctx.db, {
    id,
    person_id: person,
    ...fields,
    name: name || `track-${id}`,
    explicit: explicit ? 1 : 0,
    duration,
    gain,
    peak,
    album_gain: albumGain,
    album_peak: albumPeak,
  });
  ctx.beforeCommit(() => indexTrack(ctx.db, id));
  emitLibraryChange(ctx, 'track', id);
  return id;
}

/** A picture that can't be displayed is ignored; the track is stored without it. */
async function embeddedPicture(
  ctx: ReadContext,
  person: number,
  bytes: Uint8Array | null,
): Promise<CleanPicture | null> {
  if (!bytes) return null;
  try {
    const received = await ctx.content.receive(Readable.from([bytes]), ctx.settings.photoLimit);
    try {
      const picture = await ctx.pictures.clean(person, received);
      await ctx.content.commit(picture.bytes);
      return picture;
    } finally {
      await ctx.content.discard(received);
    }
  } catch (error) {
    if (error instanceof AppError && (error.code === 'invalid_type' || error.code === 'too_large'))
      return null;
    throw error;
  }
}

/** Tracks of an album share the same picture, so it is stored once. */
async function storeCover(
  ctx: Context,
  person: number,
  mode: 'public' | 'private',
  { bytes: { hash, size }, type, width, height, preview }: CleanPicture,
): Promise<number> {
  const existing = await findDuplicatePhoto(ctx.db, { person, mode, hash });
  if (existing !== undefined) return existing;
  const id = ctx.newId();
  await insertContent(ctx.db, { id, kind: 'photo', person, hash, size, type, now: ctx.now() });
  await insertPhoto(ctx.db, { id, person, mode, caption: '', width, height, preview });
  ctx.emit({ type: 'photo', scope: { kind: 'person', id: person }, ref: { kind: 'photo', id } });
  return id;
}
