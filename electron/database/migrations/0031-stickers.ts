import type { Migration } from './migration';

/** Packs of stickers, the stickers in them (which are photos), and who added which packs of others. */
export const stickers: Migration = {
  name: '0031-stickers',
  sql: `
    CREATE TABLE sticker_pack (
      id INTEGER PRIMARY KEY,
      person_id INTEGER NOT NULL REFERENCES person,
      name TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX sticker_pack_person ON sticker_pack (person_id, id);

    CREATE TABLE sticker (
      id INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
      pack_id INTEGER NOT NULL,
      position INTEGER NOT NULL,
      emoji TEXT NOT NULL
    ) STRICT;
    CREATE INDEX sticker_place ON sticker (pack_id, position, id);

    CREATE TABLE sticker_pack_added (
      person_id INTEGER NOT NULL REFERENCES person,
      pack_id INTEGER NOT NULL REFERENCES sticker_pack ON DELETE CASCADE,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (person_id, pack_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sticker_pack_added_pack ON sticker_pack_added (pack_id, person_id);
  `,
};
