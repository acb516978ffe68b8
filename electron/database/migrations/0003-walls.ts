import type { Migration } from './migration';

/** Walls: posts, comments, likes, views, and notifications that tell of several people at once. */
export const walls: Migration = {
  name: '0003-walls',
  sql: `
    ALTER TABLE person ADD COLUMN posts INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE message ADD COLUMN repost_id INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE notification ADD COLUMN fold INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE notification ADD COLUMN people INTEGER NOT NULL DEFAULT 1;
    CREATE INDEX message_repost ON message (repost_id, dialog_id, id) WHERE repost_id > 0;
    CREATE INDEX notification_fold ON notification (person_id, fold) WHERE fold > 0;

    CREATE TABLE notified (
      person_id INTEGER NOT NULL REFERENCES person,
      type TEXT NOT NULL,
      thing_id INTEGER NOT NULL,
      user_id INTEGER NOT NULL REFERENCES person,
      id INTEGER NOT NULL,
      fold INTEGER NOT NULL,
      item_id INTEGER NOT NULL,
      withdrawn INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (person_id, type, thing_id, user_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX notified_fold ON notified (person_id, fold, withdrawn, id);
    CREATE INDEX notified_user ON notified (user_id, person_id, fold);
    CREATE INDEX notified_thing ON notified (thing_id, type, person_id, fold);

    CREATE TABLE post (
      id INTEGER PRIMARY KEY,
      wall_id INTEGER NOT NULL REFERENCES person,
      author_id INTEGER NOT NULL REFERENCES person,
      content TEXT NOT NULL,
      language INTEGER NOT NULL DEFAULT 0,
      nsfw INTEGER NOT NULL DEFAULT 0,
      repost_id INTEGER NOT NULL DEFAULT 0,
      likes INTEGER NOT NULL DEFAULT 0,
      comments INTEGER NOT NULL DEFAULT 0,
      reposts INTEGER NOT NULL DEFAULT 0,
      views INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      edited_at INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX post_wall ON post (wall_id, id);
    CREATE INDEX post_wall_language ON post (wall_id, language, id);
    CREATE INDEX post_author ON post (author_id, id, wall_id);
    CREATE INDEX post_author_language ON post (author_id, language, id, wall_id);
    CREATE INDEX post_repost ON post (repost_id, id) WHERE repost_id > 0;

    CREATE TABLE post_like (
      post_id INTEGER NOT NULL,
      person_id INTEGER NOT NULL REFERENCES person,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (post_id, person_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE comment (
      id INTEGER PRIMARY KEY,
      post_id INTEGER NOT NULL,
      author_id INTEGER NOT NULL REFERENCES person,
      content TEXT NOT NULL,
      likes INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX comment_post ON comment (post_id, id);
    CREATE INDEX comment_author ON comment (author_id, id);
    CREATE INDEX comment_author_post ON comment (author_id, post_id, id);

    CREATE TABLE comment_like (
      comment_id INTEGER NOT NULL,
      person_id INTEGER NOT NULL REFERENCES person,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (comment_id, person_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE removed_post (id INTEGER PRIMARY KEY) STRICT;

    CREATE TABLE viewing (
      day INTEGER NOT NULL,
      kind TEXT NOT NULL,
      item_id INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      PRIMARY KEY (day, kind, item_id, person_id)
    ) STRICT, WITHOUT ROWID;

    CREATE VIRTUAL TABLE post_search USING fts5(
      text, content='', contentless_delete=1, detail='full',
      tokenize='unicode61 remove_diacritics 0', prefix='1 2 3'
    );
    INSERT INTO post_search (post_search, rank) VALUES ('automerge', 0);
  `,
};
