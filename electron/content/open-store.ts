import type { S3Options } from './s3/s3-address';
import { ContentStore } from './store';

/**
 * Opens the store of a data folder that several processes may share, with its contents in a bucket if one is given.
 * Throws if the bucket can't be read. `now` returns Unix seconds.
 */
export async function openContentStore(
  folder: string,
  now: () => number,
  storage: S3Options | null,
): Promise<ContentStore> {
  if (storage === null) return new ContentStore(folder, now, true);
  // Few communities need the client of the storage.
  const { S3Contents } = await import('./s3/s3-contents');
  return new ContentStore(folder, now, true, await S3Contents.open(storage));
}
