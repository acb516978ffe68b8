import type { Migration } from './migration';

/** Earlier texts of edited messages. */
export const messageVersions: Migration = {
  name: '0035-message-versions',
  sql: `
    CREATE TABLE message_version (
      message_id INTEGER NOT NULL,
      id INTEGER NOT NULL,
      text TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (message_id, id)
    ) STRICT, WITHOUT ROWID;
  `,
};
