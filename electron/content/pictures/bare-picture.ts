/**
 * Whether the bytes of a picture are nothing but the picture: no metadata, comments or thumbnails, and nothing before
 * or after it. `type` is the media type under which it would be stored. The picture itself has to be decoded to be
 * verified.
 */
export function isBarePicture(bytes: Buffer, type: string): boolean {
  try {
    return CHECKS[type]?.(bytes) ?? false;
  } catch (error) {
    // It ends too early.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const CHECKS: Record<string, (bytes: Buffer) => boolean> = {
  'image/jpeg': isBareJpeg,
  'image/png': isBarePng,
  'image/webp': isBareWebp,
  'image/gif': isBareGif,
};

const JPEG = {
  start: 0xffd8,
  end: 0xffd9,
  jfif: 0xffe0,
  scan: 0xffda,
  /** Tables, frames (baseline, extended, progressive) and restart intervals. */
  structure: new Set([0xffdb, 0xffc4, 0xffc0, 0xffc1, 0xffc2, 0xffdd]),
};
/** The length of a JFIF header without a thumbnail. */
const JFIF_LENGTH = 16;

function isBareJpeg(bytes: Buffer): boolean {
  if (bytes.readUInt16BE(0) !== JPEG.start) return false;
  let at = 2;
  for (;;) {
    const marker = bytes.readUInt16BE(at);
    if (marker === JPEG.end) return at + 2 === bytes.length;
    const length = bytes.readUInt16BE(at + 2);
    const isHeader =
      marker === JPEG.jfif && length === JFIF_LENGTH && bytes.toString('latin1', at + 4, at + 9) === 'JFIF\0';
    if (length < 2 || !(isHeader || marker === JPEG.scan || JPEG.structure.has(marker))) return false;
    at += 2 + length;
    if (marker === JPEG.scan) at = endOfScan(bytes, at);
  }
}

/** In a scan, 0xFF is followed by 0, or is part of a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1) {
    const next = bytes.readUInt8(at + 1);
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
    at = bytes.indexOf(0xff, at + 2);
  }
  return bytes.length;
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** The size of a pixel. */
const PNG_DENSITY = { name: 'pHYs', length: 9 };

function isBarePng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return false;
  let at = PNG_SIGNATURE.length;
  for (;;) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const isDensity = name === PNG_DENSITY.name && length === PNG_DENSITY.length;
    if (!isDensity && !PNG_CHUNKS.has(name)) return false;
    at += 12 + length;
    if (name === 'IEND') return length === 0 && at === bytes.length;
  }
}

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ANMF', 'ALPH']);
/** In the header of an extended file: it has a colour profile, Exif or XMP. */
const WEBP_METADATA = 0x20 | 0x08 | 0x04;

function isBareWebp(bytes: Buffer): boolean {
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  if (!isWebp || bytes.readUInt32LE(4) + 8 !== bytes.length) return false;
  let at = 12;
  while (at < bytes.length) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    if (!WEBP_CHUNKS.has(name)) return false;
    if (name === 'VP8X' && (bytes.readUInt8(at + 8) & WEBP_METADATA) !== 0) return false;
    at += 8 + length + (length % 2);
  }
  return at === bytes.length;
}

const GIF = { extension: 0x21, image: 0x2c, end: 0x3b, control: 0xf9, application: 0xff };
/** The application extension that says how often an animation is repeated. */
const GIF_LOOP = 'NETSCAPE2.0';
const GIF_LOOP_LENGTH = 16;

function isBareGif(bytes: Buffer): boolean {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return false;
  let at = 13 + colourTableLength(bytes.readUInt8(10));
  for (;;) {
    const kind = bytes.readUInt8(at);
    if (kind === GIF.end) return at + 1 === bytes.length;
    if (kind === GIF.image) {
      at += 10 + colourTableLength(bytes.readUInt8(at + 9));
      at = endOfBlocks(bytes, at + 1);
    } else if (kind === GIF.extension) {
      const label = bytes.readUInt8(at + 1);
      const end = endOfBlocks(bytes, at + 2);
      const isLoop =
        label === GIF.application &&
        bytes.toString('latin1', at + 3, at + 14) === GIF_LOOP &&
        end === at + 3 + GIF_LOOP_LENGTH;
      if (label !== GIF.control && !isLoop) return false;
      at = end;
    } else return false;
  }
}

function colourTableLength(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

/** Blocks begin with their length; an empty one is the last. */
function endOfBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += 1 + length;
  return at + 1;
}
