import { stat } from 'node:fs/promises';
import type { Store } from '../database/open';
import { sumStoredContents } from './queries';

/** About how many bytes a copy of the community has: its database, and everything that people stored. */
export async function estimateCopySize(store: Store): Promise<number> {
  const database = store.files === null ? 0 : (await stat(store.files.path)).size;
  return database + (await store.read(sumStoredContents));
}
