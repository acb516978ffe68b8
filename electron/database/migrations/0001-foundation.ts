import type { Migration } from './migration';

/** Accounts, people, dialogs, messages, administration, and the logs under them. */
export const foundation: Migration = {
  name: '0001-foundation',
  sql: `
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE community (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      description TEXT NOT NULL DEFAULT '',
      avatar INTEGER NOT NULL DEFAULT 0,
      registration TEXT NOT NULL DEFAULT 'open',
      private_key BLOB NOT NULL,
      public_key BLOB NOT NULL,
      content_key BLOB NOT NULL,
      setup_code TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE installation (
      number INTEGER PRIMARY KEY,
      place TEXT NOT NULL UNIQUE,
      last_id INTEGER NOT NULL,
      leased_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE person (
      id INTEGER PRIMARY KEY,
      email TEXT UNIQUE,
      email_reserve TEXT NOT NULL DEFAULT '',
      password_hash TEXT NOT NULL,
      name TEXT NOT NULL,
      surname TEXT NOT NULL DEFAULT '',
      name_order TEXT NOT NULL DEFAULT '',
      link TEXT NOT NULL DEFAULT '',
      status TEXT NOT NULL DEFAULT '',
      about TEXT NOT NULL DEFAULT '',
      emoji TEXT NOT NULL DEFAULT '',
      avatar INTEGER NOT NULL DEFAULT 0,
      banner INTEGER NOT NULL DEFAULT 0,
      cosmetic_avatar INTEGER NOT NULL DEFAULT 0,
      sub INTEGER NOT NULL DEFAULT 0,
      creative INTEGER NOT NULL DEFAULT 0,
      verify TEXT NOT NULL DEFAULT '',
      role TEXT NOT NULL DEFAULT 'member',
      ban INTEGER NOT NULL DEFAULT 0,
      ban_reason TEXT NOT NULL DEFAULT '',
      deleted INTEGER NOT NULL DEFAULT 0,
      birthday TEXT NOT NULL DEFAULT '',
      country INTEGER NOT NULL DEFAULT 0,
      region INTEGER NOT NULL DEFAULT 0,
      city INTEGER NOT NULL DEFAULT 0,
      city_native TEXT NOT NULL DEFAULT '',
      website TEXT NOT NULL DEFAULT '',
      works_at TEXT NOT NULL DEFAULT '',
      languages TEXT NOT NULL DEFAULT '[]',
      coins INTEGER NOT NULL DEFAULT 0,
      relationships INTEGER NOT NULL DEFAULT 0,
      online_type INTEGER NOT NULL DEFAULT 0,
      comments_state INTEGER NOT NULL DEFAULT 0,
      view_avatar_state INTEGER NOT NULL DEFAULT 0,
      post_state INTEGER NOT NULL DEFAULT 0,
      view_friends_state INTEGER NOT NULL DEFAULT 0,
      send_message_state INTEGER NOT NULL DEFAULT 0,
      view_birthday_state INTEGER NOT NULL DEFAULT 0,
      add_friend_state INTEGER NOT NULL DEFAULT 1,
      search_state INTEGER NOT NULL DEFAULT 1,
      reports INTEGER NOT NULL DEFAULT 0,
      friends INTEGER NOT NULL DEFAULT 0,
      followers INTEGER NOT NULL DEFAULT 0,
      preferences TEXT NOT NULL DEFAULT '{}',
      notifications_read_id INTEGER NOT NULL DEFAULT 0,
      last_been INTEGER NOT NULL DEFAULT 0,
      registered_at INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX person_link ON person (link) WHERE link <> '';
    CREATE INDEX person_role ON person (role) WHERE role <> 'member';
    CREATE INDEX person_name ON person (name_order, id) WHERE search_state = 1 AND ban = 0 AND deleted = 0;
    CREATE INDEX person_popular ON person (friends + followers DESC, id DESC)
      WHERE search_state = 1 AND ban = 0 AND deleted = 0;
    CREATE INDEX person_active ON person (ban, deleted);

    CREATE TABLE registration (
      email TEXT PRIMARY KEY,
      id INTEGER NOT NULL,
      name TEXT NOT NULL,
      surname TEXT NOT NULL,
      password_hash TEXT NOT NULL,
      code_hash TEXT NOT NULL,
      invite TEXT NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX registration_code ON registration (code_hash);
    CREATE INDEX registration_invite ON registration (invite, id);
    CREATE INDEX registration_expiry ON registration (expires_at);

    CREATE TABLE token (
      id INTEGER PRIMARY KEY,
      person_id INTEGER NOT NULL REFERENCES person,
      hash BLOB NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      client TEXT NOT NULL,
      ip TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      last_been INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX token_person ON token (person_id, id);
    CREATE INDEX token_age ON token (kind, last_been);

    CREATE TABLE code (
      hash TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      person_id INTEGER NOT NULL REFERENCES person,
      data TEXT NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX code_person ON code (person_id, kind);
    CREATE INDEX code_expiry ON code (expires_at);

    CREATE TABLE mail (
      id INTEGER PRIMARY KEY,
      recipient TEXT NOT NULL,
      subject TEXT NOT NULL,
      body TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      delivered_at INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX mail_waiting ON mail (id) WHERE delivered_at = 0;
    CREATE INDEX mail_recipient ON mail (recipient);

    CREATE TABLE relation (
      person_id INTEGER NOT NULL REFERENCES person,
      target_id INTEGER NOT NULL REFERENCES person,
      friends INTEGER NOT NULL DEFAULT 0,
      ignored INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (person_id, target_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX relation_target ON relation (target_id, friends, ignored, created_at);
    CREATE INDEX relation_person ON relation (person_id, friends, created_at);

    CREATE TABLE block (
      person_id INTEGER NOT NULL REFERENCES person,
      target_id INTEGER NOT NULL REFERENCES person,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (person_id, target_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX block_target ON block (target_id, person_id);

    CREATE TABLE report (
      id INTEGER PRIMARY KEY,
      person_id INTEGER NOT NULL REFERENCES person,
      by_id INTEGER NOT NULL REFERENCES person,
      item_type TEXT NOT NULL,
      item_id INTEGER NOT NULL,
      item_text TEXT NOT NULL,
      reason TEXT NOT NULL,
      open INTEGER NOT NULL DEFAULT 1,
      decision TEXT NOT NULL DEFAULT '',
      note TEXT NOT NULL DEFAULT '',
      created_at INTEGER NOT NULL,
      decided_at INTEGER NOT NULL DEFAULT 0,
      decided_by INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX report_open ON report (open, id);
    CREATE INDEX report_by ON report (by_id, person_id, item_type, item_id, open);

    CREATE TABLE act (
      id INTEGER PRIMARY KEY,
      by_id INTEGER NOT NULL REFERENCES person,
      act TEXT NOT NULL,
      person_id INTEGER NOT NULL DEFAULT 0,
      reason TEXT NOT NULL DEFAULT '',
      created_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE notification (
      person_id INTEGER NOT NULL REFERENCES person,
      id INTEGER NOT NULL,
      type TEXT NOT NULL,
      user_id INTEGER NOT NULL REFERENCES person,
      item_kind TEXT NOT NULL,
      item_id INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (person_id, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX notification_item ON notification (item_kind, item_id);
    CREATE INDEX notification_user ON notification (user_id, person_id, type);

    CREATE TABLE dialog (
      id INTEGER PRIMARY KEY,
      type TEXT NOT NULL,
      name TEXT NOT NULL,
      name_order TEXT NOT NULL DEFAULT '',
      description TEXT NOT NULL DEFAULT '',
      link TEXT NOT NULL DEFAULT '',
      avatar INTEGER NOT NULL DEFAULT 0,
      owner_id INTEGER NOT NULL DEFAULT 0,
      low_id INTEGER NOT NULL DEFAULT 0,
      high_id INTEGER NOT NULL DEFAULT 0,
      verify INTEGER NOT NULL DEFAULT 0,
      private INTEGER NOT NULL DEFAULT 0,
      country INTEGER NOT NULL DEFAULT 0,
      topic INTEGER NOT NULL DEFAULT 0,
      members INTEGER NOT NULL DEFAULT 0,
      last_message_id INTEGER NOT NULL DEFAULT 0,
      furthest_read_id INTEGER NOT NULL DEFAULT 0,
      furthest_reader_id INTEGER NOT NULL DEFAULT 0,
      other_read_id INTEGER NOT NULL DEFAULT 0,
      active_at INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX dialog_pair ON dialog (low_id, high_id) WHERE low_id > 0;
    CREATE UNIQUE INDEX dialog_link ON dialog (link) WHERE link <> '';
    CREATE INDEX dialog_avatar ON dialog (avatar) WHERE avatar > 0;
    CREATE INDEX dialog_popular ON dialog (members DESC, id DESC, type, country, topic)
      WHERE private = 0 AND type <> 'private';
    CREATE INDEX dialog_name ON dialog (name_order, id, type, country, topic)
      WHERE private = 0 AND type <> 'private';

    CREATE TABLE closed_dialog (id INTEGER PRIMARY KEY) STRICT;

    CREATE TABLE member (
      dialog_id INTEGER NOT NULL REFERENCES dialog,
      person_id INTEGER NOT NULL REFERENCES person,
      id INTEGER NOT NULL,
      role TEXT NOT NULL,
      joined_at INTEGER NOT NULL,
      start_id INTEGER NOT NULL DEFAULT 0,
      read_id INTEGER NOT NULL DEFAULT 0,
      muted INTEGER NOT NULL DEFAULT 0,
      pinned_at INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (dialog_id, person_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX member_person ON member (person_id, dialog_id);
    CREATE INDEX member_order ON member (dialog_id, id);
    CREATE INDEX member_read ON member (dialog_id, read_id, person_id);
    CREATE INDEX member_start ON member (dialog_id, start_id);

    CREATE TABLE message (
      dialog_id INTEGER NOT NULL REFERENCES dialog,
      id INTEGER NOT NULL,
      author_id INTEGER NOT NULL REFERENCES person,
      type TEXT NOT NULL DEFAULT 'message',
      text TEXT NOT NULL,
      reply_to INTEGER NOT NULL DEFAULT 0,
      nonce TEXT NOT NULL DEFAULT '',
      created_at INTEGER NOT NULL,
      edited_at INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (dialog_id, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX message_unread ON message (dialog_id, id, author_id) WHERE type = 'message';

    CREATE TABLE message_place (id INTEGER PRIMARY KEY, dialog_id INTEGER NOT NULL) STRICT;

    CREATE TABLE reaction (
      message_id INTEGER NOT NULL,
      emoji TEXT NOT NULL,
      person_id INTEGER NOT NULL REFERENCES person,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (message_id, emoji, person_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE link (
      dialog_id INTEGER NOT NULL,
      message_id INTEGER NOT NULL,
      position INTEGER NOT NULL,
      url TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (dialog_id, message_id, position)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE content (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      person_id INTEGER NOT NULL REFERENCES person,
      hash BLOB NOT NULL,
      size INTEGER NOT NULL,
      type TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX content_hash ON content (hash);
    CREATE INDEX content_person ON content (person_id, kind, size);

    CREATE TABLE file (
      id INTEGER PRIMARY KEY REFERENCES content ON DELETE CASCADE,
      person_id INTEGER NOT NULL REFERENCES person,
      code TEXT NOT NULL,
      name TEXT NOT NULL,
      name_folded TEXT NOT NULL,
      name_order TEXT NOT NULL,
      folder TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE INDEX file_person ON file (person_id, id);
    CREATE INDEX file_folder ON file (person_id, folder, id);
    CREATE INDEX file_name ON file (person_id, name_order, id);

    CREATE TABLE photo (
      id INTEGER PRIMARY KEY REFERENCES content ON DELETE CASCADE,
      person_id INTEGER NOT NULL REFERENCES person,
      mode TEXT NOT NULL,
      caption TEXT NOT NULL,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      preview TEXT NOT NULL
    ) STRICT;
    CREATE INDEX photo_person ON photo (person_id, id);
    CREATE INDEX photo_mode ON photo (person_id, mode, id);

    CREATE TABLE attachment (
      message_id INTEGER NOT NULL,
      position INTEGER NOT NULL,
      id INTEGER NOT NULL,
      dialog_id INTEGER NOT NULL,
      type TEXT NOT NULL,
      item_id INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (message_id, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX attachment_dialog ON attachment (dialog_id, type, message_id, position);
    CREATE INDEX attachment_item ON attachment (type, item_id, dialog_id);

    CREATE TABLE invite (
      code TEXT PRIMARY KEY,
      dialog_id INTEGER NOT NULL,
      by_id INTEGER NOT NULL REFERENCES person,
      uses INTEGER NOT NULL DEFAULT 0,
      max_uses INTEGER NOT NULL DEFAULT 0,
      expires_at INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX invite_dialog ON invite (dialog_id, created_at);

    CREATE TABLE gift (
      person_id INTEGER NOT NULL REFERENCES person,
      id INTEGER NOT NULL,
      by_id INTEGER NOT NULL REFERENCES person,
      item INTEGER NOT NULL,
      message TEXT NOT NULL,
      privacy INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (person_id, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX gift_by ON gift (by_id, id);
    CREATE INDEX gift_item ON gift (person_id, item, id);

    CREATE TABLE promo (
      code TEXT PRIMARY KEY,
      coins INTEGER NOT NULL,
      sub INTEGER NOT NULL,
      uses INTEGER NOT NULL DEFAULT 0,
      max_uses INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX promo_age ON promo (created_at);

    CREATE TABLE promo_claim (
      person_id INTEGER NOT NULL REFERENCES person,
      code TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (person_id, code)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX promo_claim_code ON promo_claim (code);

    CREATE TABLE command (
      person_id INTEGER NOT NULL,
      key BLOB NOT NULL,
      name TEXT NOT NULL,
      hash BLOB NOT NULL,
      result BLOB NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (person_id, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX command_age ON command (created_at);

    CREATE TABLE event (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      type TEXT NOT NULL,
      scope_kind TEXT NOT NULL,
      scope_id INTEGER NOT NULL,
      ref_kind TEXT NOT NULL,
      ref_id INTEGER NOT NULL,
      actor_id INTEGER NOT NULL,
      body TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;

    CREATE VIRTUAL TABLE message_search USING fts5(
      dialog, text, content='', contentless_delete=1, detail='full',
      tokenize='unicode61 remove_diacritics 0', prefix='1 2 3'
    );
    CREATE VIRTUAL TABLE person_search USING fts5(
      text, works, facts, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0', prefix='1 2 3'
    );
    CREATE VIRTUAL TABLE dialog_search USING fts5(
      text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0', prefix='1 2 3'
    );
    INSERT INTO message_search (message_search, rank) VALUES ('automerge', 0);
  `,
};
