import { AppError } from '../../shared/errors';
import type { Read } from './media-facts';
import { readMedia, readOnce } from './media-thread';
import { mediaTypeOf } from './media-type';
import type { Received } from './store';

/**
 * Reads the head of a video that a person sent, as it lies on the disk: MP4, QuickTime, WebM, Matroska, whatever it is called. Throws
 * `invalid_type` where it is something else, has no picture, or is not whole.
 */
export function readVideo(person: number, received: Received): Promise<Read['video']> {
  return readOnce(received, () => read(person, received));
}

async function read(person: number, { path }: Received): Promise<Read['video']> {
  if (!TAKEN.test(await mediaTypeOf(path))) throw noVideo();
  const facts = await readMedia(person, { kind: 'video', path }).catch((cause: unknown) => {
    throw noVideo(cause);
  });
  const { duration, width, height } = facts;
  if (!isSide(width) || !isSide(height)) throw noVideo();
  return { ...facts, duration: duration > 0 && duration < LONGEST ? Math.max(1, Math.round(duration)) : 0 };
}

/** The name of a video whose file brings none. */
export function nameOfVideo(id: number, type: string): string {
  return `video-${id}.${ENDINGS[type] ?? 'bin'}`;
}

const TAKEN = /^video\/(mp4|x-m4v|quicktime|webm|matroska|x-matroska)$/;
const ENDINGS: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
};
/** Seconds: a month. What says it is longer lies. */
const LONGEST = 31 * 24 * 3600;
/** Pixels, far beyond what any codec has. */
const WIDEST = 65_536;

function isSide(pixels: number): boolean {
  return Number.isSafeInteger(pixels) && pixels > 0 && pixels <= WIDEST;
}

function noVideo(cause?: unknown): AppError {
  return new AppError('invalid_type', 'This video format is not supported. Choose another file.', { cause });
}
