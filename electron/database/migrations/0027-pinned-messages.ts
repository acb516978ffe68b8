import type { Migration } from './migration';

/** The pinned messages of dialogs. */
export const pinnedMessages: Migration = {
  name: '0027-pinned-messages',
  sql: `
    CREATE TABLE pinned_message (
      dialog_id INTEGER NOT NULL,
      message_id INTEGER NOT NULL,
      PRIMARY KEY (dialog_id, message_id)
    ) STRICT, WITHOUT ROWID;
  `,
};
