import { hashFile } from './disk-threads';
import type { ContentStore } from './store';
import { foldersOf, hashesIn, namedBy, type ListNamed } from './listing';

/** What a look at all bytes found; hashes in hexadecimal. */
export interface Verification {
  /** How many runs of bytes were read. */
  read: number;
  /** Those whose bytes are no longer what their name says. */
  damaged: string[];
  /** Those that a row names and the disk does not have. */
  missing: string[];
}

/**
 * Reads and hashes everything that is stored, and looks for everything that is named. What is named and lies in the trash
 * is brought back from there; the rest of the trash is left out.
 */
export async function verifyContent(store: ContentStore, listNamed: ListNamed): Promise<Verification> {
  const named = new Set<string>();
  for await (const hash of namedBy(listNamed)) {
    store.recover(hash);
    named.add(hash.toString('hex'));
  }
  const found = new Set<string>();
  const damaged: string[] = [];
  for (const folder of await foldersOf(store.root)) {
    for (const hash of await hashesIn(folder)) {
      const name = hash.toString('hex');
      found.add(name);
      if (!(await hashFile(store.pathOf(hash))).equals(hash)) damaged.push(name);
    }
  }
  return { read: found.size, damaged, missing: [...named].filter((name) => !found.has(name)) };
}
