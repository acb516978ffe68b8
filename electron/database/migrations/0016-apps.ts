import type { Migration } from './migration';

/**
 * Apps of other makers that people sign in to, the codes that apps exchange for tokens, and the tokens they got: they
 * vanish with their app. A used code stays as long as its token, so that a second use is recognized.
 */
export const apps: Migration = {
  name: '0016-apps',
  sql: `
    CREATE TABLE app (
      id INTEGER PRIMARY KEY,
      person_id INTEGER NOT NULL REFERENCES person,
      name TEXT NOT NULL,
      secret_hash BLOB UNIQUE,
      redirects TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX app_person ON app (person_id, id);

    ALTER TABLE token ADD COLUMN app_id INTEGER REFERENCES app ON DELETE CASCADE;
    ALTER TABLE token ADD COLUMN scopes TEXT NOT NULL DEFAULT '';
    CREATE INDEX token_app ON token (app_id);

    CREATE TABLE app_code (
      hash BLOB PRIMARY KEY,
      app_id INTEGER NOT NULL REFERENCES app ON DELETE CASCADE,
      person_id INTEGER NOT NULL REFERENCES person,
      redirect TEXT NOT NULL,
      challenge TEXT NOT NULL,
      scopes TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      used INTEGER NOT NULL DEFAULT 0,
      token_id INTEGER REFERENCES token ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX app_code_app ON app_code (app_id);
    CREATE INDEX app_code_person ON app_code (person_id);
    CREATE INDEX app_code_token ON app_code (token_id);
    CREATE INDEX app_code_expiry ON app_code (expires_at) WHERE token_id IS NULL;
  `,
};
