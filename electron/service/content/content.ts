import type { Readable } from 'node:stream';
import { AppError, invalid } from '../../../shared/errors';
import { PICTURE_SIZES } from '../../../shared/limits';
import { isSafeInline } from '../../content/media/media-type';
import { openRange } from '../../content/read-file';
import { fileExtensionOf } from '../../content/media/tracks';
import type { Store } from '../../database/open';
import { isContentAvailable } from '../access/content';
import { findContent } from './content-queries';
import type { ServiceParts } from '../context';

/** The parts of a signed content URL. */
export interface ContentRequest {
  kind: string;
  id: string;
  exp: string;
  sig: string;
  /** For photos: the length of the longer side in pixels, one of SIZES. The original if absent. */
  size?: string | undefined;
}

/** Content to serve. */
export interface ServedContent {
  /** Streams the bytes from `start` to `end`, both included. */
  read: (start: number, end: number) => Promise<Readable>;
  size: number;
  type: string;
  /** The file name to save it under, as given by its owner. */
  name: string;
  /** Whether a browser may display it instead of downloading it. */
  inline: boolean;
  /** Changes whenever the bytes do. */
  etag: string;
  /** When the URL expires, in Unix seconds. */
  expires: number;
}

/**
 * Opens the content of a signed URL. The signature is the only authorization. Throws `auth_failed`, `not_found`, or
 * `gone` if the bytes are missing in the storage.
 */
export async function openContent(
  parts: Pick<ServiceParts, 'contentUrls' | 'content' | 'pictures'>,
  store: Store,
  { kind, id, exp, sig, size }: ContentRequest,
): Promise<ServedContent> {
  const number = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : 0;
  const expires = parts.contentUrls.verify({ kind, id: number }, exp, sig);
  if (expires === null) throw new AppError('auth_failed', INVALID_SIGNATURE);
  const found = await store.read((db) => findContent(db, kind, number));
  if (!found || !(await store.read((db) => isContentAvailable(db, found)))) throw new AppError('not_found');
  const { stored } = parts.content;
  const hash = found.hash.toString('hex').slice(0, 32);
  if (kind === 'photo' && size !== undefined) {
    const wanted = PICTURE_SIZES.find((one) => String(one) === size);
    if (!wanted) throw invalid('size', `must be one of: ${PICTURE_SIZES.join(', ')}`);
    const resized = await parts.pictures
      .resized(found.person_id, found.hash, wanted)
      .catch(async (error: unknown) => {
        throw (await stored.recover(found.hash)) === found.size ? error : contentMissing();
      });
    const name = `photo-${number}-${size}.webp`;
    return {
      read: (start, end) => openRange(resized.path, { size: resized.size, start, end }),
      size: resized.size,
      type: 'image/webp',
      name,
      inline: true,
      etag: `"${hash}-${size}"`,
      expires,
    };
  }
  if ((await stored.recover(found.hash)) !== found.size) throw contentMissing();
  return {
    read: (start, end) => stored.read(found.hash, { size: found.size, start, end }),
    size: found.size,
    type: found.type,
    name: nameOf(found),
    inline: isSafeInline(found.type),
    etag: `"${hash}"`,
    expires,
  };
}

function nameOf(found: NonNullable<Awaited<ReturnType<typeof findContent>>>): string {
  const { id, kind, type, file, track, artist, video } = found;
  if (track !== null) return `${[artist, track].filter(Boolean).join(' - ')}.${fileExtensionOf(type)}`;
  return file ?? video ?? `${kind}-${id}.${type.replace(/^.*\//, '')}`;
}

/** The row exists but its bytes are missing or incomplete, and only a backup can restore them. */
function contentMissing(): AppError {
  return new AppError('gone', MISSING);
}

const MISSING = 'This file is missing on the host. Ask an admin to restore it from a backup.';
const INVALID_SIGNATURE = 'This link has expired or is incomplete. Load the item again to get a new link.';
