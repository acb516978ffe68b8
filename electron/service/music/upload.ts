import { Readable } from 'node:stream';
import type { Parsed } from '../../../shared/contract';
import type { Track } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import type { CleanPicture } from '../../content/pictures/pictures';
import { nameFromFile, readTrack } from '../../content/tracks';
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
import { indexTrack, insertTrack } from './track-queries';
import { trackRecord } from './tracks';

/**
 * Stores an uploaded track unchanged. Metadata missing from the form is read from the file, and a picture in the file
 * becomes a photo of the owner, if it can be displayed.
 */
export async function upload(preparation: ReadContext, input: Parsed<'music.upload'>) {
  const { id: person } = requirePerson(preparation);
  const received = preparation.uploads.find(person, 'audio', input.audio);
  const metadata = await readTrack(person, received);
  const picture =
    input.cover === undefined ? await embeddedPicture(preparation, person, metadata.picture) : null;
  await preparation.content.commit(received);
  const { hash, size } = received;
  return async (ctx: Context): Promise<Track> => {
    await requirePicture(ctx, 'cover', input.cover ?? 0);
    await requireQuota(ctx, person, size + (picture?.bytes.size ?? 0));
    const { mode } = input;
    const cover = picture ? await storeCover(ctx, person, mode, picture) : (input.cover ?? 0);
    const id = ctx.newId();
    const { type } = metadata;
    await insertContent(ctx.db, { id, kind: 'track', person, hash, size, type, now: ctx.now() });
    await insertTrack(ctx.db, {
      id,
      person_id: person,
      mode,
      name: input.name ?? (metadata.name || nameFromFile(input.filename ?? '') || `track-${id}`),
      author: input.author || metadata.author,
      release: input.release || metadata.release,
      genre: metadata.genre,
      text: metadata.lyrics,
      explicit: metadata.explicit ? 1 : 0,
      duration: metadata.duration,
      cover,
      gain: metadata.gain,
      peak: metadata.peak,
      album_gain: metadata.albumGain,
      album_peak: metadata.albumPeak,
    });
    ctx.beforeCommit(() => indexTrack(ctx.db, id));
    const playlist = await ensureDefaultPlaylist(ctx, person);
    await insertPlaylistTrack(ctx.db, { playlist, track: id, at: 'top' });
    emitLibraryChange(ctx, 'track', id);
    await emitPlaylistChange(ctx, playlist);
    return trackRecord(ctx, id);
  };
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
