import Database from 'better-sqlite3';
import { join } from 'node:path';
import { FolderContents } from '../../content/folder-contents';
import { DATABASE_FILE } from '../../database/health/missing-database';
import { listContentHashes } from '../queries';

/** Counts the contents that a database refers to and that its data folder lacks. No service may have it open. */
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
