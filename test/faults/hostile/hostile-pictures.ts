import { crc32, deflateSync } from 'node:zlib';
import { fixture } from '../../support/fixtures';

/** A hostile file with a description. */
export interface HostileFile {
  what: string;
  bytes: Buffer;
}

/** Returns small pictures of each format whose headers claim 10000 by 9999 pixels (100 megapixels). */
export function hugeHeads(): HostileFile[] {
  const [width, height] = [10_000, 9_999];
  return [
    { what: 'a PNG of 50000 x 50000', bytes: pngOf(50_000, 50_000) },
    { what: 'a PNG of 2147483647 x 1', bytes: pngOf(2 ** 31 - 1, 1) },
    {
      what: 'a JPEG of 65500 x 65500',
      bytes: patched('turned.jpg', (bytes) => {
        const frame = startOfFrame(bytes);
        bytes.writeUInt16BE(65_500, frame + 5);
        bytes.writeUInt16BE(65_500, frame + 7);
      }),
    },
    {
      what: 'an AVIF of 10000 x 9999',
      bytes: patched('picture.avif', (bytes) => {
        const box = bytes.indexOf('ispe');
        bytes.writeUInt32BE(width, box + 8);
        bytes.writeUInt32BE(height, box + 12);
      }),
    },
    {
      what: 'a GIF of 10000 x 9999',
      bytes: patched('moving.gif', (bytes) => {
        const frame = bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]));
        for (const at of [6, frame + 5]) bytes.writeUInt16LE(width, at);
        for (const at of [8, frame + 7]) bytes.writeUInt16LE(height, at);
      }),
    },
    {
      what: 'a WebP of 10000 x 9999',
      bytes: patched('moving.webp', (bytes) => {
        bytes.writeUIntLE(width - 1, 24, 3);
        bytes.writeUIntLE(height - 1, 27, 3);
      }),
    },
    { what: 'a GIF of 5000 frames', bytes: gifOf(5000) },
  ];
}

/** Returns pictures with invalid content. */
export function brokenPictures(): HostileFile[] {
  const png = fixture('picture.png');
  return [
    {
      what: 'a PNG that ends in a chunk of 2 GiB',
      bytes: Buffer.concat([png.subarray(0, 33), lie(0x7fffffff)]),
    },
    { what: 'a PNG of 60 KB that holds 60 MB of text', bytes: pngOf(10, 10, textBomb()) },
    { what: 'an SVG that refers to files', bytes: Buffer.from(SVG) },
    { what: 'an SVG behind the head of a PNG', bytes: Buffer.concat([png.subarray(0, 8), Buffer.from(SVG)]) },
    { what: 'a JPEG head alone', bytes: Buffer.from('ffd8ffe000104a46494600', 'hex') },
    {
      what: 'a WebP that says it has 4 GiB',
      bytes: patched('moving.webp', (bytes) => void bytes.fill(0xff, 4, 8)),
    },
    {
      what: 'a TIFF',
      bytes: Buffer.concat([Buffer.from('49492a0008000000', 'hex'), Buffer.alloc(200, 0xff)]),
    },
    { what: 'a BMP of 2 gigapixels', bytes: bmpOf(46_000, 46_000) },
    { what: 'a video', bytes: fixture('video.mp4') },
    { what: 'a track', bytes: fixture('track.mp3') },
  ];
}

/** Returns a PNG that claims one size, with chunks between its header and its data. */
export function pngOf(width: number, height: number, ...between: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(Math.min(1000, height * (1 + 3 * width))));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const end = chunk('IEND', Buffer.alloc(0));
  return Buffer.concat([signature, chunk('IHDR', head), ...between, chunk('IDAT', data), end]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function textBomb(): Buffer {
  return chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(60_000_000))]));
}

/** Returns a GIF with many frames of one pixel. */
function gifOf(frames: number): Buffer {
  const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex');
  const frame = Buffer.from('21f90400010000002c000000000100010000020244010000'.slice(0, -2), 'hex');
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

function bmpOf(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(200);
  bytes.write('BM');
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

function startOfFrame(bytes: Buffer): number {
  const at = [0xc0, 0xc2].map((marker) => bytes.indexOf(Buffer.from([0xff, marker, 0, 17])));
  return Math.max(...at);
}

/** Returns a fixture with some bytes overwritten. */
export function patched(name: string, patch: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(fixture(name));
  patch(bytes);
  return bytes;
}

function lie(length: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(length);
  bytes.write('IDAT', 4);
  return bytes;
}

const SVG = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">
<image href="file:///etc/hostname" width="9" height="9"/></svg>`;
