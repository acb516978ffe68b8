import { AppError } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import { readMedia, readOnce } from './media-thread';
import { mediaTypeOf } from './media-type';
import type { ReceivedFile } from '../store';

/** Metadata of a music file, cleaned and bounded; "" and null for missing values. */
export interface TrackMetadata {
  /** The media type under which it is stored. */
  type: string;
  name: string;
  author: string;
  release: string;
  genre: string;
  lyrics: string;
  explicit: boolean;
  /** Whole seconds, at least 1. */
  duration: number;
  /** ReplayGain: gains in dB, peaks as a fraction of full scale. */
  gain: number | null;
  peak: number | null;
  albumGain: number | null;
  albumPeak: number | null;
  /** The embedded cover, in any format. */
  picture: Uint8Array | null;
}

/**
 * Reads the metadata of a received music file: MP3, FLAC, Ogg (Vorbis, Opus), MP4 with AAC, AAC, WAV; the file name
 * doesn't matter. Throws `invalid_type` for anything else and for files that cannot be played.
 */
export function readTrack(person: number, received: ReceivedFile): Promise<TrackMetadata> {
  return readOnce(received, () => read(person, received));
}

/** Name of a track without a title tag: its file name without extension. */
export function nameFromFile(filename: string): string {
  return toLine(filename.replace(/(?<=.)\.[A-Za-z0-9]{1,5}$/, ''));
}

/** File extension for a media type. */
export function fileExtensionOf(type: string): string {
  return FILE_EXTENSIONS[type] ?? 'bin';
}

async function read(person: number, { path }: ReceivedFile): Promise<TrackMetadata> {
  const found = await mediaTypeOf(path);
  const type = TYPES[found.split(';', 1)[0] ?? ''];
  if (type === undefined) throw notATrack();
  const facts = await readMedia(person, { kind: 'track', path, type }).catch((cause: unknown) => {
    throw notATrack(cause);
  });
  const { hasAudio, hasVideo, duration = 0 } = facts;
  if (!hasAudio || hasVideo || !(duration > 0 && duration < MAX_DURATION)) throw notATrack();
  return {
    type,
    name: toLine(facts.name),
    author: toLine(facts.author),
    release: toLine(facts.release),
    genre: toLine(facts.genre),
    lyrics: toLyrics(facts.lyrics),
    explicit: facts.advisory === '1' || facts.advisory === '4',
    duration: Math.max(1, Math.round(duration)),
    gain: numberInRange(facts.gain, -MAX_GAIN, MAX_GAIN),
    peak: numberInRange(facts.peak, 0, MAX_PEAK),
    albumGain: numberInRange(facts.albumGain, -MAX_GAIN, MAX_GAIN),
    albumPeak: numberInRange(facts.albumPeak, 0, MAX_PEAK),
    picture: facts.picture,
  };
}

/** Accepted types and the types they are stored as. An audio-only MP4 looks like a video until its tracks are known. */
const TYPES: Record<string, string> = {
  'audio/mpeg': 'audio/mpeg',
  'audio/flac': 'audio/flac',
  'audio/ogg': 'audio/ogg',
  'audio/mp4': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'video/mp4': 'audio/mp4',
  'audio/aac': 'audio/aac',
  'audio/wav': 'audio/wav',
};

const FILE_EXTENSIONS: Record<string, string> = {
  'audio/mpeg': 'mp3',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/wav': 'wav',
};

/** Seconds (a month). A longer duration is wrong. */
const MAX_DURATION = 31 * 24 * 3600;
/** Largest plausible ReplayGain values: dB, and a peak far above full scale. */
const MAX_GAIN = 64;
const MAX_PEAK = 100;

/** Control characters, including U+0000 and those that change the direction of text. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
const CONTROLS_BUT_BREAKS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

function toLine(text: string): string {
  return truncate(text.toWellFormed().replace(CONTROLS, ' ').trim(), LIMITS.trackText).trim();
}

function toLyrics(text: string): string {
  const breaks = text.toWellFormed().replace(/\r\n?/g, '\n');
  return truncate(breaks.replace(CONTROLS_BUT_BREAKS, '').trim(), LIMITS.lyrics);
}

/** Lengths are in code points, so that no surrogate pair is split. */
function truncate(text: string, max: number): string {
  return text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('');
}

function numberInRange(value: number | undefined, min: number, max: number): number | null {
  return value !== undefined && value >= min && value <= max ? Math.round(value * 1e6) / 1e6 : null;
}

function notATrack(cause?: unknown): AppError {
  return new AppError('invalid_type', 'This music can’t be played here. Upload it as a file instead.', {
    cause,
  });
}
