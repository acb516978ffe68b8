import type { Migration } from './migration';

/** Who was removed from a group or channel: they come back only by an invitation that was made after that. */
export const removals: Migration = {
  name: '0011-removals',
  sql: `
    ALTER TABLE invite ADD COLUMN id INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE removal (
      dialog_id INTEGER NOT NULL REFERENCES dialog,
      person_id INTEGER NOT NULL REFERENCES person,
      id INTEGER NOT NULL,
      PRIMARY KEY (dialog_id, person_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX removal_person ON removal (person_id);
  `,
};
