import type { Migration } from './migration';

/**
 * Threads of groups: replies that stand beside the dialog. Their number, the last of them and who wrote them are stored with
 * the message that they answer.
 */
export const threads: Migration = {
  name: '0037-threads',
  sql: `
    ALTER TABLE message ADD COLUMN thread_id INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE message ADD COLUMN replies INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE message ADD COLUMN last_reply_id INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE message ADD COLUMN replied_at INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE message ADD COLUMN repliers TEXT NOT NULL DEFAULT '';
    DROP INDEX message_unread;
    CREATE INDEX message_unread ON message (dialog_id, id, author_id) WHERE type = 'message' AND thread_id = 0;
    CREATE INDEX message_thread ON message (thread_id, id, author_id) WHERE thread_id > 0;
    CREATE TABLE thread_follower (
      person_id INTEGER NOT NULL REFERENCES person,
      thread_id INTEGER NOT NULL,
      dialog_id INTEGER NOT NULL,
      read_id INTEGER NOT NULL,
      PRIMARY KEY (person_id, thread_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX thread_follower_thread ON thread_follower (thread_id, person_id, read_id);
    CREATE INDEX thread_follower_dialog ON thread_follower (dialog_id, person_id);
  `,
};
