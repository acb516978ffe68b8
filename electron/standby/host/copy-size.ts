import { stat } from 'node:fs/promises';
import type { Store } from '../../database/open';
import { sumStoredContents } from '../queries';

/** Estimates the bytes of a copy of the community: its database and all stored contents. */
export async function estimateCopySize(store: Store): Promise<number> {
  const { files } = store;
  const database =
    files === null ? [] : await Promise.all(['', '-wal'].map((suffix) => sizeOf(files.path + suffix)));
  return database.reduce((sum, size) => sum + size, await store.read(sumStoredContents));
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}
