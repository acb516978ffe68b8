import type { Migration } from './migration';

/**
 * Segments of the large full-text indexes are merged a little with the writes (`SearchMerger`). By itself FTS5
 * merges sixteen of them at once, whatever their size: with 100,000 messages that held up everybody for half a second. It
 * still does so with 128, far below the 2,000 that it can have.
 */
export const searchMerges: Migration = {
  name: '0039-search-merges',
  sql: `
    INSERT INTO message_search (message_search, rank) VALUES ('crisismerge', 128);
    INSERT INTO message_search (message_search, rank) VALUES ('usermerge', 16);
    INSERT INTO post_search (post_search, rank) VALUES ('crisismerge', 128);
    INSERT INTO post_search (post_search, rank) VALUES ('usermerge', 16);
  `,
};
