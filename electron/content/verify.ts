import { hashFile } from './disk-threads';
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
      if (!(await hashFile(store.pathOf(hash))).equals(hash)) damaged.push(name);
    }
  }
  const missing = [...named].map((hash) => hash.toString('hex')).filter((name) => !found.has(name));
  return { read: found.size, damaged, missing: [...new Set(missing)] };
}
