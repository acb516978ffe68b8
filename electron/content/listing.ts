import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** How many stored contents there are somewhere, and their bytes. */
export interface StoredAmount {
  items: number;
  size: number;
}

/** Gives the rows that name contents, some at a time, beginning after an identifier; none at the end. */
export type ListNamed = (after: number) => Promise<readonly { id: number; hash: Buffer }[]>;

/** The hash of each such row. Other work has its turn in between. */
export async function* namedBy(listNamed: ListNamed): AsyncGenerator<Buffer> {
  for (let after = 0; ;) {
    const rows = await listNamed(after);
    for (const { hash } of rows) yield hash;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    await new Promise(setImmediate);
  }
}

/** The folders that stored contents are spread over, below a folder of all; none where that is not there. */
export async function foldersOf(root: string): Promise<string[]> {
  const names = await namesIn(root);
  return names.filter((name) => /^[0-9a-f]{2}$/.test(name)).map((name) => join(root, name));
}

/** The hashes that the files in such a folder are named by. */
export async function hashesIn(folder: string): Promise<Buffer[]> {
  const names = await namesIn(folder);
  return names.filter((name) => /^[0-9a-f]{64}$/.test(name)).map((name) => Buffer.from(name, 'hex'));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
