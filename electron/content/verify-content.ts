import { hashOf } from './hash-content';
import { referencedHashes, type ListReferenced } from './listing';
import type { ContentStore } from './store';

/** Result of verifying all stored contents; hashes in hexadecimal. */
export interface Verification {
  /** Number of contents read. */
  read: number;
  /** Contents whose bytes don't match their hash. */
  damaged: string[];
  /** Contents that a row references and that are not stored. */
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
    referenced.add(hash.toString('hex'));
  }
  await store.stored.restoreReferenced((hash) => referenced.has(hash.toString('hex')));
  const found = new Set<string>();
  const damaged: string[] = [];
  for await (const hashes of store.stored.list()) {
    for (const hash of hashes) {
      const name = hash.toString('hex');
      found.add(name);
      if (!(await hashOf(store, hash)).equals(hash)) damaged.push(name);
    }
  }
  return { read: found.size, damaged, missing: [...referenced].filter((name) => !found.has(name)) };
}
