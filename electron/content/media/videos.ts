import { AppError } from '../../../shared/errors';
import type { MediaFacts } from './media-facts';
import { readMedia, readOnce } from './media-thread';
import { mediaTypeOf } from './media-type';
import type { ReceivedFile } from '../store';

/**
 * Reads the metadata of a received video: MP4, QuickTime, WebM, Matroska; the file name doesn't matter. Throws
 * `invalid_type` for anything else, and for videos that are incomplete or have no picture.
 */
export function readVideo(person: number, received: ReceivedFile): Promise<MediaFacts['video']> {
  return readOnce(received, () => read(person, received));
}

async function read(person: number, { path }: ReceivedFile): Promise<MediaFacts['video']> {
  if (!ACCEPTED_TYPES.test(await mediaTypeOf(path))) throw notAVideo();
  const facts = await readMedia(person, { kind: 'video', path }).catch((cause: unknown) => {
    throw notAVideo(cause);
  });
  const { duration, width, height } = facts;
  if (!isValidSide(width) || !isValidSide(height)) throw notAVideo();
  return {
    ...facts,
    duration: duration > 0 && duration < MAX_DURATION ? Math.max(1, Math.round(duration)) : 0,
  };
}

/** Name of a video whose upload has none. */
export function nameOfVideo(id: number, type: string): string {
  return `video-${id}.${FILE_EXTENSIONS[type] ?? 'bin'}`;
}

const ACCEPTED_TYPES = /^video\/(mp4|x-m4v|quicktime|webm|matroska|x-matroska)$/;
const FILE_EXTENSIONS: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
};
/** Seconds (a month). A longer duration is wrong. */
const MAX_DURATION = 31 * 24 * 3600;
/** Pixels, far beyond what any codec supports. */
const MAX_SIDE = 65_536;

function isValidSide(pixels: number): boolean {
  return Number.isSafeInteger(pixels) && pixels > 0 && pixels <= MAX_SIDE;
}

function notAVideo(cause?: unknown): AppError {
  return new AppError('invalid_type', 'This video can’t be played here. Upload it as a file instead.', {
    cause,
  });
}
