import { AppError } from '../../shared/errors';
import { LIMITS } from '../../shared/limits';
import { readMedia, readOnce } from './media-thread';
import { mediaTypeOf } from './media-type';
import type { Received } from './store';

/** What a file of music says of itself, cleaned and bounded; "" and null where it says nothing. */
export interface TrackFacts {
  /** The media type under which it is kept. */
  type: string;
  name: string;
  author: string;
  release: string;
  genre: string;
  lyrics: string;
  explicit: boolean;
  /** Whole seconds, 1 at least. */
  duration: number;
  /** ReplayGain: dB, and parts of full scale. */
  gain: number | null;
  peak: number | null;
  albumGain: number | null;
  albumPeak: number | null;
  /** The embedded cover, whatever it may be. */
  picture: Uint8Array | null;
}

/**
 * Reads a file of music that a person sent, as it lies on the disk: MP3, FLAC, Ogg (Vorbis, Opus), MP4 with AAC, bare AAC, WAV. What it is
 * called does not matter. Throws `invalid_type` where it is something else or cannot be played.
 */
export function readTrack(person: number, received: Received): Promise<TrackFacts> {
  return readOnce(received, () => read(person, received));
}

/** The name of a track whose file tells none: that of the file without its ending. */
export function nameFromFile(filename: string): string {
  return lineOf(filename.replace(/(?<=.)\.[A-Za-z0-9]{1,5}$/, ''));
}

/** The ending of a file of a type. */
export function endingOf(type: string): string {
  return ENDINGS[type] ?? 'bin';
}

async function read(person: number, { path }: Received): Promise<TrackFacts> {
  const found = await mediaTypeOf(path);
  const type = TYPES[found.split(';', 1)[0] ?? ''];
  if (type === undefined) throw noTrack();
  const told = await readMedia(person, { kind: 'track', path, type }).catch((cause: unknown) => {
    throw noTrack(cause);
  });
  const { hasAudio, hasVideo, duration = 0 } = told;
  if (!hasAudio || hasVideo || !(duration > 0 && duration < LONGEST)) throw noTrack();
  return {
    type,
    name: lineOf(told.name),
    author: lineOf(told.author),
    release: lineOf(told.release),
    genre: lineOf(told.genre),
    lyrics: lyricsOf(told.lyrics),
    explicit: told.advisory === '1' || told.advisory === '4',
    duration: Math.max(1, Math.round(duration)),
    gain: numberOf(told.gain, -LOUDEST, LOUDEST),
    peak: numberOf(told.peak, 0, HIGHEST),
    albumGain: numberOf(told.albumGain, -LOUDEST, LOUDEST),
    albumPeak: numberOf(told.albumPeak, 0, HIGHEST),
    picture: told.picture,
  };
}

/** What is taken, and as what it is kept. An MP4 of sound alone looks like a video until its tracks are known. */
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

const ENDINGS: Record<string, string> = {
  'audio/mpeg': 'mp3',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/wav': 'wav',
};

/** Seconds: a month. What says it is longer lies. */
const LONGEST = 31 * 24 * 3600;
/** What ReplayGain can say: dB, and a peak far above full scale. */
const LOUDEST = 64;
const HIGHEST = 100;

/** Controls, also those that could make a text read as another; U+0000 is among them. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
const CONTROLS_BUT_BREAKS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

function lineOf(text: string): string {
  return cut(text.toWellFormed().replace(CONTROLS, ' ').trim(), LIMITS.trackWords).trim();
}

function lyricsOf(text: string): string {
  const breaks = text.toWellFormed().replace(/\r\n?/g, '\n');
  return cut(breaks.replace(CONTROLS_BUT_BREAKS, '').trim(), LIMITS.lyrics);
}

/** A text is counted in code points, none of which is cut in two. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join('');
}

function numberOf(value: number | undefined, least: number, most: number): number | null {
  return value !== undefined && value >= least && value <= most ? Math.round(value * 1e6) / 1e6 : null;
}

function noTrack(cause?: unknown): AppError {
  return new AppError('invalid_type', 'This audio format is not supported. Choose another file.', { cause });
}
