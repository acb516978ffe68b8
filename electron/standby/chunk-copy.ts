import { createHash, webcrypto } from 'node:crypto';
import { fstat, read } from 'node:fs';
import { promisify } from 'node:util';
import type { SendToStandby } from './host/log-shipper';
import { CHUNK } from './message-stream';

/**
 * Sends the chunks of the database file that differ from the standby's. Meanwhile no checkpoint may run, so that the
 * file doesn't change. `hashes` asks the standby for its chunks' hashes; `onProgress` gets the bytes that are left.
 */
export async function sendChunks(
  descriptor: number,
  {
    send,
    hashes,
    commits,
    onProgress,
    isStopped,
  }: {
    send: SendToStandby;
    hashes: () => Promise<Buffer>;
    /** Returns a number that grows with each commit: chunks are paced while people write. */
    commits: () => number;
    onProgress: (left: number) => void;
    isStopped: () => boolean;
  },
): Promise<void> {
  const { size } = await fstatAsync(descriptor);
  onProgress(size);
  await send({ type: 'copy', size });
  const known = await hashes();
  // One for all chunks: the connection has taken a chunk when `send` resolves, and collecting as many buffers as there
  // are chunks would hold people up.
  const bytes = Buffer.allocUnsafe(CHUNK);
  let [committed, committedAt] = [commits(), -Infinity];
  for (let offset = 0; offset < size && !isStopped(); offset += CHUNK) {
    const began = performance.now();
    const length = Math.min(CHUNK, size - offset);
    const { bytesRead } = await readAsync(descriptor, bytes, 0, length, offset);
    const chunk = bytes.subarray(0, bytesRead);
    const place = (offset / CHUNK) * HASH;
    if (!(await hasHash(chunk, known.subarray(place, place + HASH))))
      await send({ type: 'chunk', offset }, chunk);
    onProgress(size - offset - length);
    const now = performance.now();
    if (commits() !== committed) [committed, committedAt] = [commits(), now];
    if (now - committedAt < BURST_MS) await pause(now - began);
  }
  await send({ type: 'chunksEnd', size });
}

/** SHA-256 of a chunk, computed on a thread of the pool. */
export async function hashChunk(chunk: Buffer): Promise<Buffer> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', new Uint8Array(chunk)));
}

/** SHA-256 of bytes in hexadecimal. */
export function sha256(bytes: string | Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Whether a chunk has this hash, which is empty for a chunk that the standby doesn't have. */
async function hasHash(chunk: Buffer, hash: Buffer): Promise<boolean> {
  return hash.length > 0 && hash.equals(await hashChunk(chunk));
}

const HASH = 32;
/** Milliseconds after a commit in which more are expected. */
const BURST_MS = 1_000;
const readAsync = promisify(read);
const fstatAsync = promisify(fstat);

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 20)));
}
