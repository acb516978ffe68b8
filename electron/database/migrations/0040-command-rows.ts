import type { Migration } from './migration';

/**
 * Commands are stored in the order in which they come, not in that of their keys, which are random: a new one changed five
 * pages, now three. A person's oldest need no index, because few people ever store too many.
 */
export const commandRows: Migration = {
  name: '0040-command-rows',
  sql: `
    CREATE TABLE command_row (
      person_id INTEGER NOT NULL,
      key BLOB NOT NULL,
      name TEXT NOT NULL,
      hash BLOB NOT NULL,
      result BLOB NOT NULL,
      created_at INTEGER NOT NULL,
      form INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (person_id, key)
    ) STRICT;
    INSERT INTO command_row (person_id, key, name, hash, result, created_at, form)
      SELECT person_id, key, name, hash, result, created_at, form FROM command ORDER BY created_at;
    DROP TABLE command;
    ALTER TABLE command_row RENAME TO command;
    CREATE INDEX command_age ON command (created_at);
  `,
};
