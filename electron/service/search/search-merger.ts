import type { Db } from '../../database/db';
import { LARGE_INDEXES, mergeSearch } from '../../database/full-text';

/**
 * Merges segments of the large full-text indexes a little after some writes, in their transaction: left to FTS5, a
 * single write would merge them all.
 */
export class SearchMerger {
  /** Entries that were written since the last merge. */
  #unmerged = 0;

  /** Call it at the end of each group of writes, with how many entries of full-text indexes it has changed. */
  async merge(db: Db, entries: number): Promise<void> {
    this.#unmerged += entries;
    if (this.#unmerged < MERGED_WRITES) return;
    this.#unmerged = 0;
    for (const table of LARGE_INDEXES) await mergeSearch(db, table, MERGED_PAGES);
  }
}

/** Each merge, however small, rewrites a page of each segment: not after every write. */
const MERGED_WRITES = 16;
/** What so many writes add is merged again on each level; this keeps up, and takes a few milliseconds. */
const MERGED_PAGES = 64;
