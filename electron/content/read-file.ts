import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ContentRange } from './stored-contents';

/** Bytes read at a time. */
const CHUNK_BYTES = 256 * 1024;

/** Streams a part of a file. Throws if the file hasn't the expected size. */
export async function openRange(path: string, { size, start, end }: ContentRange): Promise<Readable> {
  const file = await open(path, 'r');
  const stats = await file.stat();
  if (stats.size !== size) {
    await file.close();
    throw new Error('the size of stored content has changed');
  }
  // An empty stream cannot be requested by range.
  return size === 0
    ? file.createReadStream()
    : file.createReadStream({ start, end, highWaterMark: CHUNK_BYTES });
}
