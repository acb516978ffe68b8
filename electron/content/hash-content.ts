import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { hashFile } from './disk-threads';
import type { ContentStore } from './store';

/** Computes the SHA-256 of the bytes that are stored under a hash. */
export async function hashOf({ stored }: ContentStore, hash: Buffer): Promise<Buffer> {
  const path = stored.localPath(hash);
  if (path !== null) return hashFile(path);
  const sum = createHash('sha256');
  const { size = 0 } = (await stored.stat(hash)) ?? {};
  await pipeline(await stored.read(hash, { size, start: 0, end: size - 1 }), sum);
  return sum.digest();
}
