import type { Migration } from './migration';

/**
 * Search by author, attachments and date, and of files, videos, photos and playlists. Rows stored earlier are indexed in
 * batches while the service runs: `search_backfill` says up to which ID that remains to be done.
 */
export const search: Migration = {
  name: '0013-search',
  sql: `
    ALTER TABLE person ADD COLUMN region_native TEXT NOT NULL DEFAULT '';

    CREATE VIRTUAL TABLE item_search USING fts5(
      facts, text, content='', contentless_delete=1,
      tokenize='unicode61 remove_diacritics 0', prefix='1 2 3'
    );
    DROP TABLE post_search;
    CREATE VIRTUAL TABLE post_search USING fts5(
      facts, text, content='', contentless_delete=1, detail='full',
      tokenize='unicode61 remove_diacritics 0', prefix='1 2 3'
    );
    INSERT INTO post_search (post_search, rank) VALUES ('automerge', 0);

    CREATE TABLE search_backfill (kind TEXT PRIMARY KEY, before_id INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO search_backfill SELECT 'post', max(id) + 1 FROM post HAVING count(*) > 0;
    INSERT INTO search_backfill SELECT 'message', max(id) + 1 FROM message_place HAVING count(*) > 0;
    INSERT INTO search_backfill SELECT 'person', max(id) + 1 FROM person HAVING count(*) > 0;
    INSERT INTO search_backfill SELECT 'file', max(id) + 1 FROM file HAVING count(*) > 0;
    INSERT INTO search_backfill SELECT 'video', max(id) + 1 FROM video HAVING count(*) > 0;
    INSERT INTO search_backfill SELECT 'photo', max(id) + 1 FROM photo HAVING count(*) > 0;
    INSERT INTO search_backfill SELECT 'playlist', max(id) + 1 FROM playlist HAVING count(*) > 0;
  `,
};
