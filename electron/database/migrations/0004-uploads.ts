import type { Migration } from './migration';

/** Resumable uploads. */
export const uploads: Migration = {
  name: '0004-uploads',
  sql: `
    CREATE TABLE upload (
      id TEXT PRIMARY KEY,
      person_id INTEGER NOT NULL REFERENCES person,
      kind TEXT NOT NULL,
      length INTEGER NOT NULL,
      name TEXT NOT NULL,
      metadata TEXT NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX upload_person ON upload (person_id, expires_at, length);
    CREATE INDEX upload_expires ON upload (expires_at);
  `,
};
