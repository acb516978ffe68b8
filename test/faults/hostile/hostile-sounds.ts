import { fixture } from '../../support/fixtures';
import { patched, type HostileFile } from './hostile-pictures';
import { scaled } from '../scale';

/** Returns audio and video files with false sizes, counts and boxes. */
export function hostileSounds(): HostileFile[] {
  return [
    { what: 'an MP3 with tags of 256 MiB', bytes: tagged(0x0fffffff, 1000) },
    { what: 'an MP3 with empty tags', bytes: tagged(PADDING, PADDING) },
    { what: 'an MP3 of 20,000 empty tags', bytes: tagged(200_000, 200_000, 'TXXX\0\0\0\0\0\0') },
    {
      what: 'an MP3 of 5 MB without one frame',
      bytes: Buffer.concat([tagged(0, 0), Buffer.alloc(5_000_000)]),
    },
    {
      what: 'an MP3 of frames without an end',
      bytes: Buffer.alloc(5_000_000, Buffer.from([0xff, 0xfb, 0x90, 0])),
    },
    { what: 'a WAV of chunks of no bytes', bytes: riff(Buffer.alloc(400_000, Buffer.from('LIST\0\0\0\0'))) },
    { what: 'a WAV chunk of 4 GiB', bytes: riff(Buffer.from('fmt \xff\xff\xff\xff\x01\0', 'latin1')) },
    { what: 'a FLAC picture of 4 GiB', bytes: flacPicture() },
    { what: 'an Ogg of empty pages', bytes: oggOf(20_000) },
    { what: 'AAC headers alone', bytes: Buffer.alloc(100_000, hex('fff1508000fffc')) },
  ];
}

/** Returns video files with false sizes, counts and boxes. */
export function hostileVideos(): HostileFile[] {
  const counts = ['stts', 'stsz', 'stco', 'stsc', 'stss', 'ctts', 'elst'].map((table) => ({
    what: `an MP4 whose ${table} has 4 billion entries`,
    bytes: patched('video.mp4', (bytes) => {
      const box = bytes.indexOf(table);
      if (box > 0) bytes.fill(0xff, box + (table === 'stsz' ? 12 : 8), box + (table === 'stsz' ? 16 : 12));
    }),
  }));
  return [
    ...counts,
    { what: 'an MP4 of 20,000 boxes in each other', bytes: Buffer.concat([ftyp(), nested('moov', 20_000)]) },
    {
      what: 'an MP4 of 20,000 track boxes in each other',
      bytes: Buffer.concat([ftyp(), nested('trak', 20_000)]),
    },
    {
      what: 'an MP4 of boxes of no bytes',
      bytes: Buffer.concat([ftyp(), Buffer.alloc(800_000, box('free', 8))]),
    },
    {
      what: 'an MP4 box smaller than its head',
      bytes: Buffer.concat([ftyp(), box('moov', 2), box('trak', 2)]),
    },
    { what: 'an MP4 box of 16 EiB', bytes: Buffer.concat([ftyp(), box('moov', 1), Buffer.alloc(8, 0xff)]) },
    { what: 'an MP4 table of 64 MB', bytes: largeTable() },
    { what: 'Matroska elements in each other', bytes: Buffer.concat([ebml(), matroskaNest(20_000)]) },
    {
      what: 'Matroska elements of no bytes',
      bytes: Buffer.concat([ebml(), segment(), Buffer.alloc(400_000, hex('ec80'))]),
    },
    { what: 'Matroska clusters without sizes', bytes: matroskaClusters(20_000) },
    { what: 'a Matroska seek head that leads to itself', bytes: seekLoop() },
  ];
}

/** Bytes of padding; in the full corpus, reading them takes longer than the deadline allows. */
const PADDING = scaled(500_000, 20_000_000);

const hex = (text: string) => Buffer.from(text, 'hex');

function tagged(said: number, length: number, filling = '\0'): Buffer {
  const size = [21, 14, 7, 0].map((bits) => (said >> bits) & 127);
  const sound = fixture('sound.mp3');
  const skipped = 10 + ((sound[8] ?? 0) << 7) + (sound[9] ?? 0);
  const body = Buffer.alloc(length, filling);
  return Buffer.concat([Buffer.from('ID3\x03\0\0'), Buffer.from(size), body, sound.subarray(skipped)]);
}

function riff(body: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length + 4);
  return Buffer.concat([Buffer.from('RIFF'), size, Buffer.from('WAVE'), body]);
}

function flacPicture(): Buffer {
  const flac = fixture('track.flac');
  const picture = Buffer.alloc(64, 0xff);
  // The first block is STREAMINFO. It is followed by a block of type 6 that claims 16 MiB and pictures of 4 GiB.
  return Buffer.concat([flac.subarray(0, 42), hex('06ffffff00000003ffffffff'), picture, flac.subarray(42)]);
}

function oggOf(pages: number): Buffer {
  const first = fixture('track.ogg').subarray(0, 58);
  return Buffer.concat([
    first,
    Buffer.alloc(pages * 27, Buffer.concat([Buffer.from('OggS'), Buffer.alloc(23)])),
  ]);
}

function box(type: string, size: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size);
  head.write(type, 4);
  return head;
}

function ftyp(): Buffer {
  return Buffer.concat([box('ftyp', 24), Buffer.from('isom\0\0\x02\0isomiso2')]);
}

function nested(type: string, depth: number): Buffer {
  return Buffer.concat(Array.from({ length: depth }, (_, at) => box(type, 8 * (depth - at))));
}

/** Returns a video with a valid sample time table that is larger than all the rest. */
function largeTable(): Buffer {
  const entries = Buffer.alloc(64_000_000, hex('0000000100000001'));
  const head = Buffer.alloc(16);
  head.writeUInt32BE(16 + entries.length);
  head.write('stts', 4);
  head.writeUInt32BE(entries.length / 8, 12);
  const wrapped = ['stbl', 'minf', 'mdia', 'trak', 'moov'].reduce(
    (inside, type) => Buffer.concat([box(type, inside.length + 8), inside]),
    Buffer.concat([head, entries]),
  );
  return Buffer.concat([ftyp(), wrapped]);
}

function ebml(): Buffer {
  return hex('1a45dfa39f4286810142f7810142f2810442f381084282846d617472'.padEnd(72, '0').slice(0, 72));
}

function segment(): Buffer {
  return hex('18538067' + '01ffffffffffffff');
}

function matroskaNest(depth: number): Buffer {
  return Buffer.concat([segment(), Buffer.alloc(depth * 12, hex('1654ae6b01ffffffffffffff'))]);
}

function matroskaClusters(count: number): Buffer {
  const start = fixture('video.webm');
  return Buffer.concat([start, Buffer.alloc(count * 15, hex('1f43b67501ffffffffffffffe78100'))]);
}

/** Returns a video whose seek head has one entry, which points to the seek head itself. */
function seekLoop(): Buffer {
  const entry = hex('4dbb8b53ab84114d9b7453ac8100');
  return Buffer.concat([ebml(), segment(), hex('114d9b748e'), entry, fixture('video.mkv').subarray(40)]);
}
