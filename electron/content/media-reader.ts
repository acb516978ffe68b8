import { CustomSource, EncodedPacketSink, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';
import { parseFromTokenizer, type IAudioMetadata } from 'music-metadata';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3';
import type { MediaAnswer, MediaQuestion, Read } from './media-facts.ts';

/**
 * The thread that reads what files say of themselves: by libraries that do not decode, over reads that are bounded. They are
 * synchronous, since the asynchronous ones of all threads share a pool with the downloads.
 */
parentPort?.on('message', ({ kind, path, type }: MediaQuestion) => {
  const reading = kind === 'track' ? readTrack(path, type) : readVideo(path);
  reading.then(
    (facts) =>
      tell({ facts }, 'picture' in facts && facts.picture ? [facts.picture.buffer as ArrayBuffer] : []),
    (error: unknown) => tell({ error: String(error) }),
  );
});
// Its libraries are here: the first question is heard.
parentPort?.postMessage(null);

const MEBIBYTE = 1024 * 1024;
/** How much of a file is read at once, and in all, at most. */
const AT_ONCE = 64 * MEBIBYTE;
const OF_TRACK = 96 * MEBIBYTE;
const OF_VIDEO = 1024 * MEBIBYTE;
/** Characters of a tag that are of any use. */
const TEXT = 100_000;
/** Milliseconds after which a video's duration is not looked for any more. */
const SLOW = 5000;

function tell(answer: MediaAnswer, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(answer, moved);
}

async function readTrack(path: string, mimeType: string): Promise<Read['track']> {
  const { format, common, native } = await parseTrack(path, mimeType, false);
  const tags = Object.values(native).flat();
  const tagged = (name: RegExp) => tags.find(({ id }) => name.test(id))?.value;
  // RFC 7845, 5.2.1: in 256ths of a dB, to -23 LUFS where ReplayGain goes to -18.
  const r128 = (name: RegExp) => {
    const value = Number.parseInt(String(tagged(name)), 10);
    return Number.isNaN(value) ? undefined : value / 256 + 5;
  };
  const isCounted = format.duration === undefined && format.hasAudio === true;
  // What has no length in its head is counted frame by frame.
  const { duration } = isCounted ? (await parseTrack(path, mimeType, true)).format : format;
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
  #left = OF_TRACK;

  constructor(file: number, mimeType: string) {
    super();
    this.#file = file;
    this.fileInfo = { size: fstatSync(file).size, mimeType };
  }

  async readBuffer(bytes: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position, length, mayBeLess } = this.normalizeOptions(bytes, options);
    this.position = position;
    this.#left -= length;
    if (this.#left < 0) throw new RangeError('it says too much of itself');
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
    if (length > AT_ONCE) throw new RangeError('it says too much of itself');
    const read = readFully(this.#file, bytes.subarray(0, length), position);
    if (read < length && mayBeLess !== true) throw new EndOfStreamError();
    return read;
  }
}

type ReadOptions = Required<Pick<IReadChunkOptions, 'position' | 'length'>> & {
  mayBeLess?: boolean | undefined;
};

/** Reads until the end of the bytes or of the file, and gives how many there were. */
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
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, TEXT) : '';
}

async function readVideo(path: string): Promise<Read['video']> {
  const file = openSync(path, 'r');
  let left = OF_VIDEO;
  const source = new CustomSource({
    getSize: () => fstatSync(file).size,
    read: async (start, end) => {
      // Synchronous reads alone would never let the timer below fire.
      await setImmediate();
      const length = end - start;
      left -= length;
      if (left < 0 || length > AT_ONCE) throw new RangeError('it says too much of itself');
      const bytes = new Uint8Array(length);
      readFully(file, bytes, start);
      return bytes;
    },
    prefetchProfile: 'fileSystem',
  });
  const input = new Input({ source, formats: [MP4, QTFF, WEBM, MATROSKA] });
  try {
    const format = await input.getFormat();
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new TypeError('there is no picture');
    const packets = new EncodedPacketSink(track);
    const first = await packets.getFirstPacket();
    // Where the places of all packets are listed, the last must be there too.
    const last = format === MP4 || format === QTFF ? await packets.getPacket(Infinity) : first;
    if (!first?.byteLength || !last?.byteLength) throw new TypeError('it is not whole');
    const slow = new Promise<number>((resolve) => setTimeout(resolve, SLOW, 0));
    const told = await track.getDurationFromMetadata();
    return {
      type: format.mimeType,
      duration: told ?? (await Promise.race([track.computeDuration(), slow])),
      width: await track.getDisplayWidth(),
      height: await track.getDisplayHeight(),
    };
  } finally {
    input.dispose();
    closeSync(file);
  }
}
