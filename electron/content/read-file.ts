import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ContentRange } from './stored-contents';

/**
 * Bytes read at a time. Large parts take fewer turns between the disk and the socket; so that many slow readers don't
 * take much memory, all open streams together have a budget.
 */
const MAX_CHUNK_BYTES = 1024 * 1024;
const MIN_CHUNK_BYTES = 64 * 1024;
const BUDGET_BYTES = 64 * 1024 * 1024;

let openStreams = 0;

/** Streams a part of a file. Throws if the file hasn't the expected size. */
export async function openRange(path: string, { size, start, end }: ContentRange): Promise<Readable> {
  const file = await open(path, 'r');
  const stats = await file.stat();
  if (stats.size !== size) {
    await file.close();
    throw new Error('the size of stored content has changed');
  }
  // An empty stream cannot be requested by range.
  if (size === 0) return file.createReadStream();
  openStreams++;
  const share = Math.floor(BUDGET_BYTES / openStreams);
  const highWaterMark = Math.max(MIN_CHUNK_BYTES, Math.min(MAX_CHUNK_BYTES, share));
  return file.createReadStream({ start, end, highWaterMark }).once('close', () => openStreams--);
}
