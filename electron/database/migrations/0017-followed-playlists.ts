import type { Migration } from './migration';

/**
 * Playlists that only their owner sees, and who added a playlist of someone else to their music; an index for the list
 * of a person's followers.
 */
export const followedPlaylists: Migration = {
  name: '0017-followed-playlists',
  sql: `
    ALTER TABLE playlist ADD COLUMN mode TEXT NOT NULL DEFAULT 'public';

    CREATE TABLE playlist_follow (
      person_id INTEGER NOT NULL REFERENCES person,
      playlist_id INTEGER NOT NULL REFERENCES playlist ON DELETE CASCADE,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (person_id, playlist_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX playlist_follow_playlist ON playlist_follow (playlist_id, person_id);
    CREATE INDEX playlist_follow_newest ON playlist_follow (person_id, created_at, playlist_id);

    CREATE INDEX relation_follower ON relation (target_id, friends, created_at);
  `,
};
