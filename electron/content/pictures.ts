import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import type { Sharp, SharpOptions } from 'sharp';
import { AppError } from '../../shared/errors';
import { LIMITS } from '../../shared/limits';
import { mediaTypeOf } from './media-type';
import { sizeName, type Size } from './sizes';
import type { ContentStore, Received } from './store';
import { Turns } from './turns';

/** A picture as it may be kept: turned upright, and without what the camera wrote of place, time and person. */
export interface Picture {
  bytes: Received;
  type: string;
  /** Pixels; of one frame where it moves. */
  width: number;
  height: number;
  /** A data: URI of a picture of a few pixels. */
  preview: string;
}

/**
 * Makes a received picture fit to be kept. Its type and its pixels are looked at before anything is decoded. Throws
 * `invalid_type` where it is no picture, and `too_large` where it has too many pixels.
 */
export function cleanPicture(store: ContentStore, received: Received): Promise<Picture> {
  return turns.take(async () => {
    const format = FORMATS[await mediaTypeOf(received.path)];
    if (!format) throw noPicture();
    const { pages, pixels } = await measure(received.path);
    if (pixels > LIMITS.photoPixels) {
      throw new AppError('too_large', `A photo has ${LIMITS.photoPixels} pixels at most.`);
    }
    const animated = pages > 1 && format.moves;
    const clean = await open(received.path, { animated });
    const upright = animated ? clean : clean.autoOrient();
    let shape = { width: 0, height: 0 };
    upright.on('info', (info: { width: number; height: number; pageHeight?: number }) => {
      shape = { width: info.width, height: info.pageHeight ?? info.height };
    });
    try {
      // What is written anew is never much larger than what came, but for pictures that were packed too well.
      const bytes = await store.receive(format.write(upright), MOST);
      const preview = await previewOf(bytes.path).catch(async (error: unknown) => {
        await store.drop(bytes);
        throw error;
      });
      return { bytes, type: format.type, ...shape, preview };
    } catch (error) {
      throw error instanceof AppError && error.code !== 'upload_error' ? error : noPicture(error);
    }
  });
}

/** Where a kept picture lies in a size; it is made when it is first asked for. */
export async function pictureIn(
  store: ContentStore,
  hash: Buffer,
  size: Size,
): Promise<{ path: string; size: number }> {
  const path = store.place('sizes', ...sizeName(hash, size));
  if (!existsSync(path)) {
    const making =
      underWay.get(path) ??
      turns
        .take(() => store.whileOpen(() => makeSize(store, hash, size, path)))
        .finally(() => underWay.delete(path));
    underWay.set(path, making);
    await making;
  }
  return { path, size: statSync(path).size };
}

interface Format {
  type: string;
  /** Its pictures may have several frames. */
  moves: boolean;
  write: (picture: Sharp) => Sharp;
}

const JPEG: Format = { type: 'image/jpeg', moves: false, write: (picture) => picture.jpeg({ quality: 90 }) };
const PNG: Format = { type: 'image/png', moves: false, write: (picture) => picture.png() };
const WEBP: Format = { type: 'image/webp', moves: true, write: (picture) => picture.webp({ quality: 90 }) };
const GIF: Format = { type: 'image/gif', moves: true, write: (picture) => picture.gif() };

/** What is taken, and as what it is kept. */
const FORMATS: Record<string, Format> = {
  'image/jpeg': JPEG,
  'image/png': PNG,
  'image/apng': PNG,
  'image/webp': WEBP,
  'image/gif': GIF,
  'image/avif': WEBP,
};

const MOST = 256 * 1024 * 1024;
const PREVIEW = 16;
/** Two pictures are decoded at once: each takes up to a few hundred megabytes. */
const turns = new Turns(2);

const underWay = new Map<string, Promise<void>>();

async function makeSize(store: ContentStore, hash: Buffer, size: Size, path: string): Promise<void> {
  const temporary = store.temporary();
  const picture = await open(store.pathOf(hash), { animated: true });
  try {
    await picture
      .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toFile(temporary);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

async function previewOf(path: string): Promise<string> {
  const picture = await open(path, {});
  const bytes = await picture.resize(PREVIEW, PREVIEW, { fit: 'inside' }).webp({ quality: 40 }).toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}

/** What the head of a file says of its size. */
async function measure(path: string): Promise<{ pages: number; pixels: number }> {
  try {
    const { width, height, pages = 1 } = await (await open(path, { limitInputPixels: false })).metadata();
    return { pages, pixels: width * height * pages };
  } catch (cause) {
    throw noPicture(cause);
  }
}

/** The library is loaded with the first picture: where it has no build for the machine, everything else still runs. */
async function open(path: string, options: SharpOptions): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  return sharp(path, { limitInputPixels: LIMITS.photoPixels, sequentialRead: true, ...options });
}

function noPicture(cause?: unknown): AppError {
  return new AppError('invalid_type', 'This is no picture that can be shown here.', { cause });
}
