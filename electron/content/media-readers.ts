/** What the thread gives back. Texts are as the file has them, and cut where they would be of no use any more. */
export interface Read {
  track: {
    hasAudio: boolean;
    hasVideo: boolean;
    /** Seconds; undefined where it is not known. */
    duration: number | undefined;
    name: string;
    author: string;
    release: string;
    genre: string;
    lyrics: string;
    /** iTunes' mark: 1 and 4 for explicit. */
    advisory: string;
    /** In dB and parts of full scale. */
    gain: number | undefined;
    peak: number | undefined;
    albumGain: number | undefined;
    albumPeak: number | undefined;
    picture: Uint8Array | null;
  };
  video: {
    type: string;
    /** Seconds; 0 where finding it out would take too long. */
    duration: number;
    /** Pixels as they are shown. */
    width: number;
    height: number;
  };
}

/**
 * What the thread runs: libraries that do not decode, over reads that are bounded. As text, since it must be found from
 * the sources, from the bundle and from the packed app.
 */
export const READERS = `
  const { open } = require('node:fs/promises');
  const { parentPort, workerData } = require('node:worker_threads');

  const MEBIBYTE = 1024 * 1024;
  const TEXT = 100_000;

  parentPort.on('message', async ({ kind, path, type }) => {
    try {
      const facts = await (kind === 'track' ? readTrack : readVideo)(path, type);
      const { picture } = facts;
      parentPort.postMessage({ facts }, picture ? [picture.buffer] : []);
    } catch (error) {
      parentPort.postMessage({ error: String(error) });
    }
  });

  async function readTrack(path, mimeType) {
    const found = await parseTrack(path, mimeType, false);
    // What has no length in its head is counted frame by frame.
    if (found.format.duration === undefined && found.format.hasAudio)
      found.format.duration = (await parseTrack(path, mimeType, true)).format.duration;
    const { format, common, native } = found;
    const tags = Object.values(native).flat();
    const tagged = (name) => tags.find(({ id }) => name.test(id))?.value;
    // RFC 7845, 5.2.1: in 256ths of a dB, to -23 LUFS where ReplayGain goes to -18.
    const r128 = (name) => {
      const value = Number.parseInt(String(tagged(name)), 10);
      return Number.isNaN(value) ? undefined : value / 256 + 5;
    };
    const picture = (common.picture ?? [])[0]?.data;
    return {
      hasAudio: format.hasAudio === true && format.sampleRate > 0,
      hasVideo: format.hasVideo === true,
      duration: format.duration,
      name: text(common.title),
      author: text(common.artist),
      release: text(common.album),
      genre: text(common.genre?.[0]),
      lyrics: text(common.lyrics?.[0]?.text),
      advisory: text(tagged(/^(rtng|(TXXX:|----:com\\.apple\\.iTunes:)?ITUNESADVISORY)$/i)),
      gain: common.replaygain_track_gain?.dB ?? r128(/^R128_TRACK_GAIN$/i),
      peak: common.replaygain_track_peak?.ratio,
      albumGain: common.replaygain_album_gain?.dB ?? r128(/^R128_ALBUM_GAIN$/i),
      albumPeak: common.replaygain_album_peak?.ratio,
      picture: picture ? Uint8Array.from(picture) : null,
    };
  }

  async function parseTrack(path, mimeType, duration) {
    const { FileTokenizer } = require(workerData.tokenizer);
    const { parseFromTokenizer } = require(workerData.music);
    let left = 96 * MEBIBYTE;
    class BoundedTokenizer extends FileTokenizer {
      readBuffer(bytes, options) {
        left -= options?.length ?? bytes.length;
        if (left < 0) throw new RangeError('it says too much of itself');
        return super.readBuffer(bytes, options);
      }
    }
    const file = await open(path);
    const { size } = await file.stat();
    const fileInfo = { size, mimeType };
    const tokenizer = new BoundedTokenizer(file, { fileInfo, maxBufferSize: 64 * MEBIBYTE });
    try {
      return await parseFromTokenizer(tokenizer, { duration });
    } finally {
      await tokenizer.close();
    }
  }

  function text(value) {
    return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, TEXT) : '';
  }

  async function readVideo(path) {
    const { CustomSource, EncodedPacketSink, Input, MATROSKA, MP4, QTFF, WEBM } = require(workerData.video);
    const file = await open(path);
    let left = 1024 * MEBIBYTE;
    const source = new CustomSource({
      getSize: async () => (await file.stat()).size,
      read: async (start, end) => {
        const length = end - start;
        left -= length;
        if (left < 0 || length > 64 * MEBIBYTE) throw new RangeError('it says too much of itself');
        const bytes = new Uint8Array(length);
        await file.read(bytes, 0, length, start);
        return bytes;
      },
      prefetchProfile: 'fileSystem',
      handleUnhandledError: () => undefined,
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
      const slow = new Promise((resolve) => setTimeout(resolve, 5000, 0));
      return {
        type: format.mimeType,
        duration: (await track.getDurationFromMetadata()) ?? (await Promise.race([track.computeDuration(), slow])),
        width: await track.getDisplayWidth(),
        height: await track.getDisplayHeight(),
      };
    } finally {
      input.dispose();
      await file.close();
    }
  }
`;
