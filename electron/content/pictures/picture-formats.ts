import type { Metadata, Sharp } from 'sharp';
import { LIMITS } from '../../../shared/limits.ts';

/** An accepted picture format and how it is stored. */
export interface PictureFormat {
  /** Sharp's name of the format; bytes that turn out to be another format are rejected. */
  decodedAs: Metadata['format'];
  /** The media type under which it is stored. */
  type: string;
  isAnimated: boolean;
  /** Maximum pixels of one frame. */
  framePixels: number;
  write: (picture: Sharp) => Sharp;
}

const { photoPixels, photoPixelsInMemory: inMemory, photoFrames } = LIMITS;

const asWebp = (picture: Sharp) => picture.webp({ quality: 90 });

const JPEG: PictureFormat = {
  decodedAs: 'jpeg',
  type: 'image/jpeg',
  isAnimated: false,
  framePixels: photoPixels,
  write: (picture) => picture.jpeg({ quality: 90 }),
};
const PNG: PictureFormat = {
  decodedAs: 'png',
  type: 'image/png',
  isAnimated: false,
  framePixels: photoPixels,
  write: (picture) => picture.png(),
};
const WEBP: PictureFormat = {
  decodedAs: 'webp',
  type: 'image/webp',
  isAnimated: true,
  framePixels: inMemory,
  write: asWebp,
};
const GIF: PictureFormat = {
  decodedAs: 'gif',
  type: 'image/gif',
  isAnimated: true,
  framePixels: inMemory,
  write: (picture) => picture.gif(),
};
const AVIF: PictureFormat = {
  decodedAs: 'heif',
  type: 'image/webp',
  isAnimated: false,
  framePixels: inMemory,
  write: asWebp,
};

/** Accepted picture formats by detected media type. */
export const PICTURE_FORMATS: Readonly<Record<string, PictureFormat>> = {
  'image/jpeg': JPEG,
  'image/png': PNG,
  'image/apng': PNG,
  'image/webp': WEBP,
  'image/gif': GIF,
  'image/avif': AVIF,
};

/** Says why a picture is too large to decode; null if it isn't. */
export function reasonTooLarge(
  { framePixels, isAnimated }: PictureFormat,
  { width, height, pages = 1 }: Pick<Metadata, 'width' | 'height' | 'pages'>,
): string | null {
  const frames = isAnimated ? pages : 1;
  const pixels = width * height;
  if (pixels > framePixels)
    return `This picture is too large. The limit for this format is ${framePixels / 1e6} megapixels.`;
  if (pixels * frames > photoPixels)
    return `This animation is too large. The limit for all frames together is ${photoPixels / 1e6} megapixels.`;
  if (frames > photoFrames) return `This animation is too long. The limit is ${photoFrames} frames.`;
  return null;
}
