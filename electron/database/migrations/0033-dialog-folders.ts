import type { Migration } from './migration';

/** Archived dialogs, and the folders in which a person sorts their dialogs. */
export const dialogFolders: Migration = {
  name: '0033-dialog-folders',
  sql: `
    ALTER TABLE member ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX member_archived ON member (dialog_id, person_id) WHERE archived = 1;
    CREATE TABLE dialog_folder (
      id INTEGER PRIMARY KEY,
      person_id INTEGER NOT NULL REFERENCES person,
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      types TEXT NOT NULL
    ) STRICT;
    CREATE INDEX dialog_folder_person ON dialog_folder (person_id);
    CREATE TABLE dialog_folder_item (
      folder_id INTEGER NOT NULL,
      dialog_id INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      PRIMARY KEY (folder_id, dialog_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX dialog_folder_item_dialog ON dialog_folder_item (dialog_id, person_id);
    CREATE INDEX dialog_folder_item_person ON dialog_folder_item (person_id);
  `,
};
