/** Longer sides, in pixels, of the thumbnails of a photo. */
export const PICTURE_SIZES = [64, 256, 1024] as const;

export type PictureSize = (typeof PICTURE_SIZES)[number];

/** Folder and file name of a thumbnail, relative to the thumbnails folder. */
export function resizedNameOf(hash: Buffer, size: PictureSize): [folder: string, name: string] {
  const name = hash.toString('hex');
  return [name.slice(0, 2), `${name}-${size}.webp`];
}
