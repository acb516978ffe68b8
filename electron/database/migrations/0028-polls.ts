import type { Migration } from './migration';

/** Polls: each belongs to a message, whose text is its question. Counts are columns, so that a vote changes few rows. */
export const polls: Migration = {
  name: '0028-polls',
  sql: `
    CREATE TABLE poll (
      message_id INTEGER PRIMARY KEY,
      multiple INTEGER NOT NULL,
      anonymous INTEGER NOT NULL,
      quiz INTEGER NOT NULL,
      correct INTEGER NOT NULL,
      explanation TEXT NOT NULL,
      closes_at INTEGER NOT NULL,
      voters INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE poll_option (
      message_id INTEGER NOT NULL,
      position INTEGER NOT NULL,
      text TEXT NOT NULL,
      votes INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (message_id, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE poll_vote (
      message_id INTEGER NOT NULL,
      person_id INTEGER NOT NULL REFERENCES person,
      position INTEGER NOT NULL,
      PRIMARY KEY (message_id, person_id, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX poll_vote_option ON poll_vote (message_id, position, person_id);
  `,
};
