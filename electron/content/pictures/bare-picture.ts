/**
 * Returns whether a picture file contains only image data: no metadata, comments or thumbnails, and no bytes before or
 * after it. `type` is the media type under which it would be stored. Whether the image data is valid is not checked.
 */
export function isBarePicture(bytes: Buffer, type: string): boolean {
  try {
    return CHECKS[type]?.(bytes) ?? false;
  } catch (error) {
    // The file is truncated.
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
  let offset = 2;
  for (;;) {
    const marker = bytes.readUInt16BE(offset);
    if (marker === JPEG.end) return offset + 2 === bytes.length;
    const length = bytes.readUInt16BE(offset + 2);
    const isHeader =
      marker === JPEG.jfif &&
      length === JFIF_LENGTH &&
      bytes.toString('latin1', offset + 4, offset + 9) === 'JFIF\0';
    if (length < 2 || !(isHeader || marker === JPEG.scan || JPEG.structure.has(marker))) return false;
    offset += 2 + length;
    if (marker === JPEG.scan) offset = endOfScan(bytes, offset);
  }
}

/** Returns where a scan ends. Inside of it, 0xFF is followed by 0 or is part of a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  let offset = bytes.indexOf(0xff, from);
  while (offset !== -1) {
    const next = bytes.readUInt8(offset + 1);
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return offset;
    offset = bytes.indexOf(0xff, offset + 2);
  }
  return bytes.length;
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** The chunk with the physical size of a pixel. */
const PNG_DENSITY = { name: 'pHYs', length: 9 };

function isBarePng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return false;
  let offset = PNG_SIGNATURE.length;
  for (;;) {
    const length = bytes.readUInt32BE(offset);
    const name = bytes.toString('latin1', offset + 4, offset + 8);
    const isDensity = name === PNG_DENSITY.name && length === PNG_DENSITY.length;
    if (!isDensity && !PNG_CHUNKS.has(name)) return false;
    offset += 12 + length;
    if (name === 'IEND') return length === 0 && offset === bytes.length;
  }
}

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ANMF', 'ALPH']);
/** Flags in the header of an extended file: it has a colour profile, Exif or XMP. */
const WEBP_METADATA = 0x20 | 0x08 | 0x04;

function isBareWebp(bytes: Buffer): boolean {
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  if (!isWebp || bytes.readUInt32LE(4) + 8 !== bytes.length) return false;
  let offset = 12;
  while (offset < bytes.length) {
    const name = bytes.toString('latin1', offset, offset + 4);
    const length = bytes.readUInt32LE(offset + 4);
    if (!WEBP_CHUNKS.has(name)) return false;
    if (name === 'VP8X' && (bytes.readUInt8(offset + 8) & WEBP_METADATA) !== 0) return false;
    offset += 8 + length + (length % 2);
  }
  return offset === bytes.length;
}

const GIF = { extension: 0x21, image: 0x2c, end: 0x3b, control: 0xf9, application: 0xff };
/** The application extension with the number of repetitions of an animation. */
const GIF_LOOP = 'NETSCAPE2.0';
const GIF_LOOP_LENGTH = 16;

function isBareGif(bytes: Buffer): boolean {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return false;
  let offset = 13 + colourTableLength(bytes.readUInt8(10));
  for (;;) {
    const kind = bytes.readUInt8(offset);
    if (kind === GIF.end) return offset + 1 === bytes.length;
    if (kind === GIF.image) {
      offset += 10 + colourTableLength(bytes.readUInt8(offset + 9));
      offset = endOfBlocks(bytes, offset + 1);
    } else if (kind === GIF.extension) {
      const label = bytes.readUInt8(offset + 1);
      const end = endOfBlocks(bytes, offset + 2);
      const isLoop =
        label === GIF.application &&
        bytes.toString('latin1', offset + 3, offset + 14) === GIF_LOOP &&
        end === offset + 3 + GIF_LOOP_LENGTH;
      if (label !== GIF.control && !isLoop) return false;
      offset = end;
    } else return false;
  }
}

function colourTableLength(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

/** Returns where a list of blocks ends. Each block begins with its length; the last is empty. */
function endOfBlocks(bytes: Buffer, from: number): number {
  let offset = from;
  for (let length = bytes.readUInt8(offset); length > 0; length = bytes.readUInt8(offset))
    offset += 1 + length;
  return offset + 1;
}
