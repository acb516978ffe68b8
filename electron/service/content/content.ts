import { AppError, invalid } from '../../../shared/errors';
import { isShownInPlace } from '../../content/media-type';
import { SIZES } from '../../content/sizes';
import { endingOf } from '../../content/tracks';
import type { Store } from '../../database/open';
import { isContentAvailable } from '../access/content';
import { findContent } from './content-queries';
import type { Host } from '../context';

/** What a signed address says. */
export interface ContentRequest {
  kind: string;
  id: string;
  exp: string;
  sig: string;
  /** Of photos: the longer side in pixels, one of SIZES; the whole photo where it is absent. */
  size?: string | undefined;
}

/** Bytes to serve. */
export interface ServedContent {
  path: string;
  size: number;
  type: string;
  /** The name under which they are saved, as their owner gave it. */
  name: string;
  /** Whether a browser may show them in place. */
  inline: boolean;
  /** Names these bytes among all. */
  etag: string;
  /** Unix seconds: when the address ends. */
  expires: number;
}

/** Finds what an address leads to. Who holds a signed one may have it: no token is asked for. */
export async function openContent(
  host: Pick<Host, 'addresses' | 'content' | 'pictures'>,
  store: Store,
  { kind, id, exp, sig, size }: ContentRequest,
): Promise<ServedContent> {
  const number = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : 0;
  const expires = host.addresses.check({ kind, id: number }, exp, sig);
  if (expires === null) throw new AppError('auth_failed', UNSIGNED);
  const found = await store.read((db) => findContent(db, kind, number));
  if (!found || !(await store.read((db) => isContentAvailable(db, found)))) throw new AppError('not_found');
  const hash = found.hash.toString('hex').slice(0, 32);
  if (kind === 'photo' && size !== undefined) {
    const wanted = SIZES.find((one) => String(one) === size);
    if (!wanted) throw invalid('size', `must be one of: ${SIZES.join(', ')}`);
    const made = await host.pictures.resized(found.person_id, found.hash, wanted).catch((error: unknown) => {
      throw host.content.sizeOf(found.hash) === found.size ? error : missing();
    });
    const name = `photo-${number}-${size}.webp`;
    return { ...made, type: 'image/webp', name, inline: true, etag: `"${hash}-${size}"`, expires };
  }
  const path = host.content.recover(found.hash);
  if (host.content.sizeOf(found.hash) !== found.size) throw missing();
  return {
    path,
    size: found.size,
    type: found.type,
    name: nameOf(found),
    inline: isShownInPlace(found.type),
    etag: `"${hash}"`,
    expires,
  };
}

function nameOf(found: NonNullable<Awaited<ReturnType<typeof findContent>>>): string {
  const { id, kind, type, file, track, artist, video } = found;
  if (track !== null) return `${[artist, track].filter(Boolean).join(' - ')}.${endingOf(type)}`;
  return file ?? video ?? `${kind}-${id}.${type.replace(/^.*\//, '')}`;
}

/** The row is there and its bytes are not, or not all of them: nobody here can give them any more. */
function missing(): AppError {
  return new AppError('gone', MISSING);
}

const MISSING = 'This file is missing on the host. Ask an administrator to restore it from a backup.';
const UNSIGNED = 'This link is not signed or has expired. Load the item again to get a new link.';
