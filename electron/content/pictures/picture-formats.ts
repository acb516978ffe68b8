import type { Metadata, Sharp } from 'sharp';
import { LIMITS } from '../../../shared/limits.ts';

/** A kind of picture that is accepted, and how it is stored. */
export interface PictureFormat {
  /** What the decoder calls it; bytes that begin as another kind of picture are refused. */
  decodedAs: Metadata['format'];
  /** The media type as which it is stored. */
  type: string;
  isAnimated: boolean;
  /** Pixels of one frame. */
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

/** Accepted pictures by the media type of their bytes. */
export const PICTURE_FORMATS: Readonly<Record<string, PictureFormat>> = {
  'image/jpeg': JPEG,
  'image/png': PNG,
  'image/apng': PNG,
  'image/webp': WEBP,
  'image/gif': GIF,
  'image/avif': AVIF,
};

/** Why a picture is too large to be decoded; null where it is not. */
export function excessOf(
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
