import type { Migration } from './migration';

/** Messages and posts that are published at a later time. */
export const scheduled: Migration = {
  name: '0015-scheduled',
  sql: `
    CREATE TABLE scheduled_item (
      id INTEGER PRIMARY KEY,
      person_id INTEGER NOT NULL REFERENCES person,
      kind TEXT NOT NULL,
      target_id INTEGER NOT NULL,
      due_at INTEGER NOT NULL,
      input TEXT NOT NULL,
      refusal TEXT NOT NULL DEFAULT '',
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX scheduled_item_person ON scheduled_item (person_id, kind, target_id);
    CREATE INDEX scheduled_item_target ON scheduled_item (kind, target_id);
    CREATE INDEX scheduled_item_due ON scheduled_item (due_at) WHERE refusal = '';
  `,
};
