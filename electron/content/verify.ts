import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ContentStore } from './store';
import { foldersOf, hashesIn } from './sweep';

/** What a look at all bytes found; hashes in hexadecimal. */
export interface Verification {
  /** How many runs of bytes were read. */
  read: number;
  /** Those whose bytes are no longer what their name says. */
  damaged: string[];
  /** Those that a row names and the disk does not have. */
  missing: string[];
}

/** Reads and hashes everything that is kept, and looks for everything that is named. */
export async function verifyContent(store: ContentStore, named: Iterable<Buffer>): Promise<Verification> {
  const found = new Set<string>();
  const damaged: string[] = [];
  for (const folder of await foldersOf(store)) {
    for (const hash of await hashesIn(folder)) {
      const name = hash.toString('hex');
      found.add(name);
      if (!(await hashOf(store.pathOf(hash))).equals(hash)) damaged.push(name);
    }
  }
  const missing = [...named].map((hash) => hash.toString('hex')).filter((name) => !found.has(name));
  return { read: found.size, damaged, missing: [...new Set(missing)] };
}

/** The SHA-256 of a file, read a piece at a time. */
export async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest();
}
