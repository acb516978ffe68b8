import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Number of stored contents and their total bytes. */
export interface ContentTotals {
  items: number;
  size: number;
}

/** Lists rows that reference contents, a page at a time, with IDs greater than `after`; empty at the end. */
export type ListReferenced = (after: number) => Promise<readonly { id: number; hash: Buffer }[]>;

/** The hash of each referencing row. Yields to other work between pages. */
export async function* referencedHashes(listReferenced: ListReferenced): AsyncGenerator<Buffer> {
  for (let after = 0; ;) {
    const rows = await listReferenced(after);
    for (const { hash } of rows) yield hash;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    await new Promise(setImmediate);
  }
}

/** The two-digit subfolders over which contents are spread; none if the root doesn't exist. */
export async function listHashFolders(root: string): Promise<string[]> {
  const names = await listNames(root);
  return names.filter((name) => /^[0-9a-f]{2}$/.test(name)).map((name) => join(root, name));
}

/** The hashes that the files of such a folder are named by. */
export async function listHashes(folder: string): Promise<Buffer[]> {
  const names = await listNames(folder);
  return names.filter((name) => /^[0-9a-f]{64}$/.test(name)).map((name) => Buffer.from(name, 'hex'));
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
