import { resolve } from 'node:path';
import { ContentStore } from '../content/store';

/** Copies the stored contents of a data folder to another one, on which no host runs. Returns how many were copied. */
export async function copyContentFolder(from: string, to: string): Promise<number> {
  if (resolve(from) === resolve(to)) return 0;
  const now = () => Math.floor(Date.now() / 1000);
  return copyContents(new ContentStore(from, now, true), new ContentStore(to, now));
}

/**
 * Copies the stored contents of one store to another one, and skips those that are there. Each copy is compared with its
 * hash. Returns how many were copied. Throws for one that is damaged.
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
  } finally {
    await to.discard(copy);
  }
}
