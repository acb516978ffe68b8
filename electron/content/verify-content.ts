import { hashFile } from './disk-threads';
import type { ContentStore } from './store';
import { listHashFolders, listHashes, referencedHashes, type ListReferenced } from './listing';

/** Result of verifying all stored contents; hashes in hexadecimal. */
export interface Verification {
  /** Number of contents read. */
  read: number;
  /** Contents whose bytes don't match their hash. */
  damaged: string[];
  /** Contents that a row references and that are not on the disk. */
  missing: string[];
}

/**
 * Reads and hashes all stored contents and checks that all referenced ones exist. Referenced contents are restored
 * from the trash; the rest of the trash is skipped.
 */
export async function verifyContent(
  store: ContentStore,
  listReferenced: ListReferenced,
): Promise<Verification> {
  const referenced = new Set<string>();
  for await (const hash of referencedHashes(listReferenced)) {
    store.recover(hash);
    referenced.add(hash.toString('hex'));
  }
  const found = new Set<string>();
  const damaged: string[] = [];
  for (const folder of await listHashFolders(store.root)) {
    for (const hash of await listHashes(folder)) {
      const name = hash.toString('hex');
      found.add(name);
      if (!(await hashFile(store.pathOf(hash))).equals(hash)) damaged.push(name);
    }
  }
  return { read: found.size, damaged, missing: [...referenced].filter((name) => !found.has(name)) };
}
