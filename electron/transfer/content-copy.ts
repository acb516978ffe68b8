import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { copyDurably } from '../backup/copy-file';
import { listHashes, listHashFolders } from '../content/listing';
import { ContentStore } from '../content/store';

/**
 * Copies the stored contents of a data folder to another one, and skips those that are there. Each copy is compared with its
 * hash. Returns how many were copied. Throws for one that is damaged.
 */
export async function copyContents(from: string, to: string): Promise<number> {
  if (resolve(from) === resolve(to)) return 0;
  const [source, target] = [from, to].map((folder) => new ContentStore(folder, () => 0, true));
  let copied = 0;
  for (const folder of await listHashFolders(source?.root ?? '')) {
    for (const hash of await listHashes(folder)) {
      const path = target?.pathOf(hash) ?? '';
      if (existsSync(path)) continue;
      await copyChecked(source?.pathOf(hash) ?? '', path, hash);
      copied++;
    }
  }
  return copied;
}

async function copyChecked(from: string, to: string, hash: Buffer): Promise<void> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  // Under another name until it is complete.
  const partial = `${to}.copy`;
  try {
    copyDurably(from, partial);
    if (!(await hashOf(partial)).equals(hash)) throw new Error(`The stored content ${from} is damaged.`);
    renameSync(partial, to);
  } finally {
    rmSync(partial, { force: true });
  }
}

async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}
