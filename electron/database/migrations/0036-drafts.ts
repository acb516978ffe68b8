import type { Migration } from './migration';

/** Unsent messages of a person, for their other devices; one without text says that it was sent or deleted. */
export const drafts: Migration = {
  name: '0036-drafts',
  sql: `
    CREATE TABLE draft (
      person_id INTEGER NOT NULL REFERENCES person,
      dialog_id INTEGER NOT NULL,
      text TEXT NOT NULL,
      reply_to INTEGER NOT NULL,
      written_at INTEGER NOT NULL,
      PRIMARY KEY (person_id, dialog_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX draft_dialog ON draft (dialog_id, person_id);
  `,
};
