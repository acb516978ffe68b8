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
import { findPhotoLike, insertPhoto } from '../photos/queries';
import { requireQuota } from '../uploads/uploads';
import { insertPlaylistTrack } from './playlist-queries';
import { ensureOwnPlaylist } from './playlists';
import { indexTrack, insertTrack } from './track-queries';
import { trackRecord } from './tracks';

/**
 * Stores a track as it came. What the form does not say is read from the file; a picture in it becomes a photo of its
 * owner, unless it is none that can be shown.
 */
export async function upload(outside: ReadContext, input: Parsed<'music.upload'>) {
  const { id: person } = requirePerson(outside);
  const received = outside.uploads.find(person, 'audio', input.audio);
  const facts = await readTrack(person, received);
  const picture = input.cover === undefined ? await pictureOf(outside, person, facts.picture) : null;
  await outside.content.commit(received);
  const { hash, size } = received;
  return async (ctx: Context): Promise<Track> => {
    await requirePicture(ctx, 'cover', input.cover ?? 0);
    await requireQuota(ctx, person, size + (picture?.bytes.size ?? 0));
    const { mode } = input;
    const cover = picture ? await coverOf(ctx, person, mode, picture) : (input.cover ?? 0);
    const id = ctx.newId();
    const { type } = facts;
    await insertContent(ctx.db, { id, kind: 'track', person, hash, size, type, now: ctx.now() });
    await insertTrack(ctx.db, {
      id,
      person_id: person,
      mode,
      name: input.name ?? (facts.name || nameFromFile(input.filename ?? '') || `track-${id}`),
      author: input.author || facts.author,
      release: input.release || facts.release,
      genre: facts.genre,
      text: facts.lyrics,
      explicit: facts.explicit ? 1 : 0,
      duration: facts.duration,
      cover,
      gain: facts.gain,
      peak: facts.peak,
      album_gain: facts.albumGain,
      album_peak: facts.albumPeak,
    });
    ctx.beforeCommit(() => indexTrack(ctx.db, id));
    const playlist = await ensureOwnPlaylist(ctx, person);
    await insertPlaylistTrack(ctx.db, { playlist, track: id, at: 'top' });
    emitLibraryChange(ctx, 'track', id);
    emitLibraryChange(ctx, 'playlist', playlist);
    return trackRecord(ctx, id);
  };
}

/** A track without its picture is worth more than none: one that cannot be shown is left out. */
async function pictureOf(
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

/** The tracks of an album bear the same picture: it is stored once. */
async function coverOf(
  ctx: Context,
  person: number,
  mode: 'public' | 'private',
  { bytes: { hash, size }, type, width, height, preview }: CleanPicture,
): Promise<number> {
  const there = await findPhotoLike(ctx.db, { person, mode, hash });
  if (there !== undefined) return there;
  const id = ctx.newId();
  await insertContent(ctx.db, { id, kind: 'photo', person, hash, size, type, now: ctx.now() });
  await insertPhoto(ctx.db, { id, person, mode, caption: '', width, height, preview });
  ctx.emit({ type: 'photo', scope: { kind: 'person', id: person }, ref: { kind: 'photo', id } });
  return id;
}
