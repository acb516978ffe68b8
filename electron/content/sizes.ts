/** The lengths, in pixels, of the longer side of the small pictures that are made of a photo. */
export const SIZES = [64, 256, 1024] as const;

export type Size = (typeof SIZES)[number];

/** The folder and the name of a small picture, below a folder of all. */
export function sizeName(hash: Buffer, size: Size): [folder: string, name: string] {
  const name = hash.toString('hex');
  return [name.slice(0, 2), `${name}-${size}.webp`];
}
