import {
  CustomSource,
  EncodedPacketSink,
  Input,
  MATROSKA,
  MP4,
  OGG,
  QTFF,
  WEBM,
  type InputFormat,
} from 'mediabunny';
import { parseFromTokenizer, type IAudioMetadata } from 'music-metadata';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3';
import type { MediaResponse, MediaRequest, MediaFacts } from './media-facts.ts';

/**
 * Worker thread that reads the metadata of media files without decoding them, up to a limited number of bytes per file.
 * It reads synchronously, because asynchronous reads would share Node's thread pool with the downloads.
 */
parentPort?.on('message', ({ kind, path, type }: MediaRequest) => {
  const reading =
    kind === 'track' ? readTrack(path, type) : kind === 'voice' ? readVoice(path) : readVideo(path);
  reading.then(
    (facts) =>
      respond({ facts }, 'picture' in facts && facts.picture ? [facts.picture.buffer as ArrayBuffer] : []),
    (error: unknown) => respond({ error: String(error) }),
  );
});
// The libraries are loaded: requests are accepted from now on.
parentPort?.postMessage(null);

const MEBIBYTE = 1024 * 1024;
/** Limits for reading a file: bytes at once, and in total for a track and a video. */
const MAX_READ_BYTES = 64 * MEBIBYTE;
const MAX_TRACK_BYTES = 96 * MEBIBYTE;
const MAX_VIDEO_BYTES = 1024 * MEBIBYTE;
/** Tags are truncated to this many characters. */
const MAX_TEXT_LENGTH = 100_000;
/** After this many milliseconds the duration of a video is left unknown. */
const DURATION_TIMEOUT_MS = 5000;

function respond(response: MediaResponse, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(response, transfer);
}

async function readTrack(path: string, mimeType: string): Promise<MediaFacts['track']> {
  const { format, common, native } = await parseTrack(path, mimeType, false);
  const tags = Object.values(native).flat();
  const tagged = (name: RegExp) => tags.find(({ id }) => name.test(id))?.value;
  // RFC 7845, 5.2.1: in 1/256 dB relative to -23 LUFS; ReplayGain refers to -18 LUFS.
  const r128 = (name: RegExp) => {
    const value = Number.parseInt(String(tagged(name)), 10);
    return Number.isNaN(value) ? undefined : value / 256 + 5;
  };
  const isDurationMissing = format.duration === undefined && format.hasAudio === true;
  // Without a duration in the header, the parser has to count all frames.
  const { duration } = isDurationMissing ? (await parseTrack(path, mimeType, true)).format : format;
  const picture = common.picture?.[0]?.data;
  return {
    hasAudio: format.hasAudio === true && (format.sampleRate ?? 0) > 0,
    hasVideo: format.hasVideo === true,
    duration,
    name: text(common.title),
    author: text(common.artist),
    release: text(common.album),
    genre: text(common.genre?.[0]),
    lyrics: text(common.lyrics?.[0]?.text),
    advisory: text(tagged(/^(rtng|(TXXX:|----:com\.apple\.iTunes:)?ITUNESADVISORY)$/i)),
    gain: common.replaygain_track_gain?.dB ?? r128(/^R128_TRACK_GAIN$/i),
    peak: common.replaygain_track_peak?.ratio,
    albumGain: common.replaygain_album_gain?.dB ?? r128(/^R128_ALBUM_GAIN$/i),
    albumPeak: common.replaygain_album_peak?.ratio,
    picture: picture ? Uint8Array.from(picture) : null,
  };
}

async function parseTrack(path: string, mimeType: string, duration: boolean): Promise<IAudioMetadata> {
  const file = openSync(path, 'r');
  try {
    return await parseFromTokenizer(new BoundedTokenizer(file, mimeType), { duration });
  } finally {
    closeSync(file);
  }
}

class BoundedTokenizer extends AbstractTokenizer {
  readonly fileInfo: { size: number; mimeType: string };
  readonly #file: number;
  #remaining = MAX_TRACK_BYTES;

  constructor(file: number, mimeType: string) {
    super();
    this.#file = file;
    this.fileInfo = { size: fstatSync(file).size, mimeType };
  }

  async readBuffer(bytes: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position, length, mayBeLess } = this.normalizeOptions(bytes, options);
    this.position = position;
    this.#remaining -= length;
    if (this.#remaining < 0) throw new RangeError('its metadata is larger than allowed');
    const read = this.#read(bytes, { position, length, mayBeLess });
    this.position += read;
    return Promise.resolve(read);
  }

  async peekBuffer(bytes: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    return Promise.resolve(this.#read(bytes, this.normalizeOptions(bytes, options)));
  }

  supportsRandomAccess(): boolean {
    return true;
  }

  setPosition(position: number): void {
    this.validateLength(position, 'position');
    this.position = position;
  }

  #read(bytes: Uint8Array, { position, length, mayBeLess }: ReadOptions): number {
    if (length > MAX_READ_BYTES) throw new RangeError('its metadata is larger than allowed');
    const read = readFully(this.#file, bytes.subarray(0, length), position);
    if (read < length && mayBeLess !== true) throw new EndOfStreamError();
    return read;
  }
}

type ReadOptions = Required<Pick<IReadChunkOptions, 'position' | 'length'>> & {
  mayBeLess?: boolean | undefined;
};

/** Reads until the buffer or the file ends; returns the number of bytes read. */
function readFully(file: number, bytes: Uint8Array, position: number): number {
  let done = 0;
  while (done < bytes.length) {
    const read = readSync(file, bytes, done, bytes.length - done, position + done);
    if (read === 0) break;
    done += read;
  }
  return done;
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).slice(0, MAX_TEXT_LENGTH)
    : '';
}

/** Counts the packets of a recording for its duration: browsers write none into the header, and it is short. */
async function readVoice(path: string): Promise<MediaFacts['voice']> {
  return readInput(path, [WEBM, MATROSKA, OGG, MP4], async (input) => {
    const format = await input.getFormat();
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new TypeError('there is no sound');
    return {
      type: format.mimeType.replace(/^(video|application)\//, 'audio/'),
      codec: (await track.getCodec()) ?? '',
      hasVideo: (await input.getPrimaryVideoTrack()) !== null,
      duration: await track.computeDuration(),
    };
  });
}

async function readVideo(path: string): Promise<MediaFacts['video']> {
  return readInput(path, [MP4, QTFF, WEBM, MATROSKA], async (input) => {
    const format = await input.getFormat();
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new TypeError('there is no picture');
    const packets = new EncodedPacketSink(track);
    const first = await packets.getFirstPacket();
    // If the header lists all packets, the last one must exist too.
    const last = format === MP4 || format === QTFF ? await packets.getPacket(Infinity) : first;
    if (!first?.byteLength || !last?.byteLength) throw new TypeError('it is not whole');
    const timeout = new Promise<number>((resolve) => setTimeout(resolve, DURATION_TIMEOUT_MS, 0));
    const declared = await track.getDurationFromMetadata();
    return {
      type: format.mimeType,
      duration: declared ?? (await Promise.race([track.computeDuration(), timeout])),
      width: await track.getDisplayWidth(),
      height: await track.getDisplayHeight(),
    };
  });
}

/** Opens a container, of which a limited number of bytes can be read, and returns the result of `readFacts`. */
async function readInput<T>(
  path: string,
  formats: InputFormat[],
  readFacts: (input: Input) => Promise<T>,
): Promise<T> {
  const file = openSync(path, 'r');
  let remaining = MAX_VIDEO_BYTES;
  const source = new CustomSource({
    getSize: () => fstatSync(file).size,
    read: async (start, end) => {
      // Synchronous reads alone would never let the timer below fire.
      await setImmediate();
      const length = end - start;
      remaining -= length;
      if (remaining < 0 || length > MAX_READ_BYTES)
        throw new RangeError('its metadata is larger than allowed');
      const bytes = new Uint8Array(length);
      readFully(file, bytes, start);
      return bytes;
    },
    prefetchProfile: 'fileSystem',
  });
  const input = new Input({ source, formats });
  try {
    return await readFacts(input);
  } finally {
    input.dispose();
    closeSync(file);
  }
}
