import type { Migration } from './migration';

/**
 * Imports of account exports. `imported` says what each exported item has become here, so that a repeated import adds
 * nothing twice, and when it was created there. `written_at` is that time for posts and comments; 0 if written here.
 */
export const imports: Migration = {
  name: '0023-imports',
  sql: `
    CREATE TABLE account_import (
      person_id INTEGER PRIMARY KEY REFERENCES person,
      id INTEGER NOT NULL,
      status TEXT NOT NULL,
      failure TEXT NOT NULL DEFAULT '',
      file TEXT NOT NULL,
      done INTEGER NOT NULL DEFAULT 0,
      total INTEGER NOT NULL,
      items TEXT NOT NULL DEFAULT '[]',
      skipped TEXT NOT NULL DEFAULT '[]',
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX account_import_running ON account_import (person_id) WHERE status = 'running';
    CREATE TABLE imported (
      person_id INTEGER NOT NULL REFERENCES person,
      source TEXT NOT NULL,
      kind TEXT NOT NULL,
      source_id INTEGER NOT NULL,
      item_id INTEGER NOT NULL,
      import_id INTEGER NOT NULL,
      original_at INTEGER NOT NULL,
      PRIMARY KEY (person_id, source, kind, source_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX imported_item ON imported (item_id, original_at);
    ALTER TABLE post ADD COLUMN written_at INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE comment ADD COLUMN written_at INTEGER NOT NULL DEFAULT 0;
  `,
};
