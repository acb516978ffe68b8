import { resolve } from 'node:path';
import { hashOf } from '../content/hash-content';
import { openContentStore } from '../content/open-store';
import type { S3Options } from '../content/s3/s3-address';
import type { ContentStore } from '../content/store';
import { unixNow } from '../unix-time';

/** Where the contents of a community are: in a bucket (`storage`) or, without one, in a folder. */
export interface ContentPlace {
  folder: string;
  storage: S3Options | null;
}

/** Copies the stored contents of one place to another one, on which no host runs. Returns how many were copied. */
export async function copyStoredContents(from: ContentPlace, to: ContentPlace): Promise<number> {
  if (!from.storage && !to.storage && resolve(from.folder) === resolve(to.folder)) return 0;
  const [source, target] = await Promise.all(
    [from, to].map(({ folder, storage }) => openContentStore(folder, unixNow, storage)),
  );
  return source && target ? copyContents(source, target) : 0;
}

/**
 * Copies the stored contents of one store to another one, and skips those that are there. Each copy is compared with
 * its hash. Returns how many were copied. Throws for one that is damaged.
 */
async function copyContents(from: ContentStore, to: ContentStore): Promise<number> {
  let copied = 0;
  for await (const hashes of from.stored.list()) {
    for (const hash of hashes) {
      if ((await to.stored.stat(hash)) !== null) continue;
      await copyChecked(from, to, hash);
      copied++;
    }
  }
  return copied;
}

/** The hash is computed on the way, before the copy gets its name. */
async function copyChecked(from: ContentStore, to: ContentStore, hash: Buffer): Promise<void> {
  const { size = 0 } = (await from.stored.stat(hash)) ?? {};
  const copy = await to.receive(await from.stored.read(hash, { size, start: 0, end: size - 1 }), Infinity);
  try {
    if (!copy.hash.equals(hash)) {
      const place = from.stored.localPath(hash) ?? hash.toString('hex');
      throw new Error(`The stored content ${place} is damaged.`);
    }
    await to.commit(copy);
    // What was sent to another machine is read again from there.
    if (to.stored !== to.files && !(await hashOf(to, hash)).equals(hash))
      throw new Error(`The copy of the stored content ${hash.toString('hex')} is damaged.`);
  } finally {
    await to.discard(copy);
  }
}
