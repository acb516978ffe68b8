import type { Migration } from './migration';

/** Music, playlists and videos. */
export const media: Migration = {
  name: '0002-media',
  sql: `
    CREATE TABLE track (
      id INTEGER PRIMARY KEY REFERENCES content ON DELETE CASCADE,
      person_id INTEGER NOT NULL REFERENCES person,
      mode TEXT NOT NULL,
      name TEXT NOT NULL,
      author TEXT NOT NULL,
      release TEXT NOT NULL,
      genre TEXT NOT NULL,
      text TEXT NOT NULL,
      explicit INTEGER NOT NULL,
      duration INTEGER NOT NULL,
      cover INTEGER NOT NULL,
      gain REAL,
      peak REAL,
      album_gain REAL,
      album_peak REAL
    ) STRICT;
    CREATE INDEX track_person ON track (person_id, id);
    CREATE INDEX track_mode ON track (person_id, mode, id);
    CREATE INDEX track_cover ON track (cover) WHERE cover > 0;

    CREATE TABLE playlist (
      id INTEGER PRIMARY KEY,
      person_id INTEGER NOT NULL REFERENCES person,
      own INTEGER NOT NULL DEFAULT 0,
      name TEXT NOT NULL,
      release TEXT NOT NULL,
      description TEXT NOT NULL,
      cover INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX playlist_person ON playlist (person_id, id);
    CREATE UNIQUE INDEX playlist_own ON playlist (person_id) WHERE own = 1;
    CREATE INDEX playlist_cover ON playlist (cover) WHERE cover > 0;

    CREATE TABLE playlist_track (
      playlist_id INTEGER NOT NULL REFERENCES playlist ON DELETE CASCADE,
      position INTEGER NOT NULL,
      track_id INTEGER NOT NULL REFERENCES track ON DELETE CASCADE,
      PRIMARY KEY (playlist_id, position)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX playlist_track_track ON playlist_track (track_id, playlist_id);

    CREATE TABLE video (
      id INTEGER PRIMARY KEY REFERENCES content ON DELETE CASCADE,
      person_id INTEGER NOT NULL REFERENCES person,
      code TEXT NOT NULL,
      name TEXT NOT NULL,
      description TEXT NOT NULL,
      preview INTEGER NOT NULL,
      duration INTEGER NOT NULL,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      views INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX video_person ON video (person_id, id);
    CREATE INDEX video_preview ON video (preview) WHERE preview > 0;

    CREATE VIRTUAL TABLE track_search USING fts5(
      name, author, release, content='', contentless_delete=1,
      tokenize='unicode61 remove_diacritics 0', prefix='1 2 3'
    );
  `,
};
