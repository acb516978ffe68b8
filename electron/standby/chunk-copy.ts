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
  for (let offset = 0; offset < size && !isStopped(); offset += CHUNK) {
    const [began, before] = [performance.now(), commits()];
    const length = Math.min(CHUNK, size - offset);
    const { bytesRead, buffer } = await readAsync(descriptor, Buffer.allocUnsafe(length), 0, length, offset);
    const chunk = buffer.subarray(0, bytesRead);
    const hash = await hashChunk(chunk);
    const place = (offset / CHUNK) * HASH;
    if (!hash.equals(known.subarray(place, place + HASH))) await send({ type: 'chunk', offset }, chunk);
    onProgress(size - offset - length);
    if (commits() !== before) await pause(performance.now() - began);
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

const HASH = 32;
const readAsync = promisify(read);
const fstatAsync = promisify(fstat);

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 20)));
}
