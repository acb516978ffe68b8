import type { FileHandle } from 'node:fs/promises';
import { z } from 'zod';

/**
 * Sizes of SQLite's write-ahead log in bytes: its header, and the header of each frame
 * (https://sqlite.org/fileformat2.html#walformat).
 */
export const LOG_HEADER = 32;
export const FRAME_HEADER = 24;

/**
 * A position after a commit in a write-ahead log. Two logs with the same salts, and the same checksum at the same
 * offset, hold the same bytes up to there: salts are new each time a log begins, and checksums accumulate.
 */
export const LogPosition = z.object({
  /** The two salts of the log's header, in hexadecimal. */
  salt: z.string(),
  /** Bytes up to the end of the last commit. */
  end: z.number(),
  /** The accumulated checksum of the last frame, in hexadecimal. */
  sum: z.string(),
});
export type LogPosition = z.infer<typeof LogPosition>;

/** Whether two positions are the same, so that everything before them is too. */
export function isSamePosition(one: LogPosition, other: LogPosition): boolean {
  return one.salt === other.salt && one.end === other.end && one.sum === other.sum;
}

/** What the header of a log says. */
export interface LogHeader {
  salt: string;
  pageSize: number;
}

/** Parses the header of a log; null if it is incomplete or not a log's. */
export function parseLogHeader(header: Buffer): LogHeader | null {
  if (header.length < LOG_HEADER) return null;
  const magic = header.readUInt32BE(0);
  if (magic !== MAGIC && magic !== MAGIC + 1) return null;
  return { salt: header.toString('hex', 16, 24), pageSize: header.readUInt32BE(8) };
}

/** Bytes of a log with this many frames. */
export function logSizeOf(frames: number, pageSize: number): number {
  return frames === 0 ? 0 : LOG_HEADER + frames * (FRAME_HEADER + pageSize);
}

/** Where the accumulated checksum of the frame that ends at `end` lies. */
export function sumOffset(end: number, pageSize: number): number {
  return end - pageSize - 8;
}

/**
 * Reads a log and returns the position after its last intact commit, checking every checksum as SQLite does when it
 * recovers; null if there is none.
 */
export async function findLastCommit(file: FileHandle): Promise<LogPosition | null> {
  const header = await readAt(file, LOG_HEADER, 0);
  const parsed = parseLogHeader(header);
  if (parsed === null) return null;
  const { salt, pageSize } = parsed;
  const isLittleEndian = header.readUInt32BE(0) === MAGIC;
  let sum = addChecksum([0, 0], header.subarray(0, 24), isLittleEndian);
  if (!isSum(sum, header.subarray(24, 32))) return null;
  const frameSize = FRAME_HEADER + pageSize;
  let last: LogPosition | null = null;
  for (let offset = LOG_HEADER; ; offset += FRAME_BATCH * frameSize) {
    const frames = await readAt(file, FRAME_BATCH * frameSize, offset);
    for (let at = 0; at + frameSize <= frames.length; at += frameSize) {
      const frame = frames.subarray(at, at + frameSize);
      if (frame.toString('hex', 8, 16) !== salt) return last;
      sum = addChecksum(sum, frame.subarray(0, 8), isLittleEndian);
      sum = addChecksum(sum, frame.subarray(FRAME_HEADER), isLittleEndian);
      if (!isSum(sum, frame.subarray(16, 24))) return last;
      const isCommit = frame.readUInt32BE(4) !== 0;
      if (isCommit) last = { salt, end: offset + at + frameSize, sum: frame.toString('hex', 16, 24) };
    }
    if (frames.length < FRAME_BATCH * frameSize) return last;
  }
}

/** Reads up to `size` bytes at an offset; fewer at the end of the file. */
export async function readAt(file: FileHandle, size: number, offset: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(size);
  let done = 0;
  while (done < size) {
    const { bytesRead } = await file.read(buffer, done, size - done, offset + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return buffer.subarray(0, done);
}

const MAGIC = 0x377f0682;
const FRAME_BATCH = 256;

type Checksum = readonly [number, number];

function addChecksum([first, second]: Checksum, bytes: Buffer, isLittleEndian: boolean): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let [one, two] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + view.getUint32(at, isLittleEndian) + two) >>> 0;
    two = (two + view.getUint32(at + 4, isLittleEndian) + one) >>> 0;
  }
  return [one, two];
}

/** Stored checksums are big-endian, whatever the byte order of the sums. */
function isSum([one, two]: Checksum, stored: Buffer): boolean {
  return stored.readUInt32BE(0) === one && stored.readUInt32BE(4) === two;
}
