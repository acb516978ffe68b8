import { rmSync, statSync, type Stats } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SIZES, sizeName } from './sizes';
import { type ContentStore, placeOf } from './store';

/** Bytes that were kept less long ago, in seconds, are left alone: the row that names them may be on its way. */
const YOUNG = 3600;

/** Which of some bytes are named by a row. */
export type FindNamed = (hashes: readonly Buffer[]) => Promise<ReadonlySet<string>>;

/**
 * Removes the bytes that no row names, a folder at a time, and gives how many runs of them there were. `isClosing`
 * ends it early.
 */
export async function sweepContent(
  store: ContentStore,
  findNamed: FindNamed,
  now: number,
  isClosing: () => boolean = () => false,
): Promise<number> {
  let removed = 0;
  for (const folder of await foldersOf(store)) {
    if (isClosing()) break;
    const old = (await hashesIn(folder)).filter((hash) => isOld(store, hash, now));
    if (old.length === 0) continue;
    const named = await findNamed(old);
    for (const hash of old) {
      if (!store.isSweepable) return removed;
      // Looked at again in the turn that removes it: it may have been kept anew meanwhile.
      if (named.has(hash.toString('hex')) || !isOld(store, hash, now)) continue;
      for (const size of SIZES) rmSync(store.place('sizes', ...sizeName(hash, size)), { force: true });
      rmSync(store.pathOf(hash), { force: true });
      removed++;
    }
  }
  return removed;
}

/** All folders of kept bytes. */
export async function foldersOf(store: ContentStore): Promise<string[]> {
  const root = dirname(dirname(store.pathOf(Buffer.alloc(32))));
  const names = await readdir(root);
  return names.filter((name) => /^[0-9a-f]{2}$/.test(name)).map((name) => join(root, name));
}

/** The names of the bytes in a folder. */
export async function hashesIn(folder: string): Promise<Buffer[]> {
  const names = await readdir(folder);
  return names.filter((name) => /^[0-9a-f]{64}$/.test(name)).map((name) => Buffer.from(name, 'hex'));
}

function isOld(store: ContentStore, hash: Buffer, now: number): boolean {
  const stats: Stats | undefined = statSync(store.place('blobs', ...placeOf(hash)), {
    throwIfNoEntry: false,
  });
  return stats !== undefined && stats.mtimeMs / 1000 < now - YOUNG;
}
