import type { PICTURE_SIZES } from '../../../shared/limits';

/** The longer side of a thumbnail, in pixels. */
export type PictureSize = (typeof PICTURE_SIZES)[number];

/** Folder and file name of a thumbnail, relative to the thumbnails folder. */
export function resizedNameOf(hash: Buffer, size: PictureSize): [folder: string, name: string] {
  const name = hash.toString('hex');
  return [name.slice(0, 2), `${name}-${size}.webp`];
}
