import Database from 'better-sqlite3';
import { join } from 'node:path';
import { FolderContents } from '../../content/folder-contents';
import { DATABASE_FILE } from '../../database/health/missing-database';
import { listContentHashes } from '../queries';

/**
 * The number of contents that the database of a data folder names, which no service has open, and that aren't there.
 */
export function countMissingContents(folder: string): number {
  const raw = new Database(join(folder, DATABASE_FILE), { readonly: true });
  try {
    const contents = new FolderContents(
      () => join(folder, 'content'),
      () => 0,
    );
    let missing = 0;
    for (const hash of listContentHashes(raw)) if (contents.sizeOf(hash) === undefined) missing++;
    return missing;
  } finally {
    raw.close();
  }
}
