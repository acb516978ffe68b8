import Database from 'better-sqlite3';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { eachContent } from '../folder/queries.ts';
import { summarizeDatabase, type RecordCounts, type DatabaseSummary } from './queries.ts';

/**
 * A summary with the stored contents: how many there are, their bytes with those of the database, and how many are
 * missing.
 */
export interface CommunitySummary extends DatabaseSummary {
  files: number;
  bytes: number;
  missing: number;
}

/** The task of summarizing a database; its contents are looked for in each of the folders. */
export interface SummarizeTask {
  kind: 'summarize';
  database: string;
  blobs: readonly string[];
  /** The IDs after which what was added is counted. */
  since: RecordCounts;
}

/** Summarizes a database without changing it. Takes as long as reading all of it: on a worker thread. */
export function summarizeCommunity({ database, blobs, since }: SummarizeTask): CommunitySummary {
  const raw = new Database(database, { readonly: true });
  try {
    const found = { files: 0, bytes: databaseSizeOf(raw), missing: 0 };
    for (const [hash, size] of eachContent(raw)) {
      found.files++;
      found.bytes += size;
      if (!blobs.some((folder) => sizeAt(join(folder, hash.slice(0, 2), hash)) === size)) found.missing++;
    }
    return { ...summarizeDatabase(raw, since), ...found };
  } finally {
    raw.close();
  }
}

/** The bytes of a database, wherever they are: the last ones may still be in its write-ahead log. */
function databaseSizeOf(raw: Database.Database): number {
  const pragma = (name: string) => raw.pragma(name, { simple: true }) as number;
  return pragma('page_count') * pragma('page_size');
}

function sizeAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
