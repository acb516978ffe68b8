import type { Migration } from './migration';

/**
 * Several registrations of one e-mail address may wait, each for its own code. `address` is the network address that one
 * came from, by which those with the same invitation are told apart.
 */
export const registrations: Migration = {
  name: '0008-registrations',
  sql: `
    CREATE TABLE waiting_registration (
      id INTEGER PRIMARY KEY,
      email TEXT NOT NULL,
      name TEXT NOT NULL,
      surname TEXT NOT NULL,
      password_hash TEXT NOT NULL,
      code_hash TEXT NOT NULL,
      invite TEXT NOT NULL,
      address TEXT NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT;
    INSERT INTO waiting_registration (id, email, name, surname, password_hash, code_hash, invite, address, expires_at)
      SELECT id, email, name, surname, password_hash, code_hash, invite, '', expires_at FROM registration;
    DROP TABLE registration;
    ALTER TABLE waiting_registration RENAME TO registration;
    CREATE INDEX registration_email ON registration (email, id);
    CREATE INDEX registration_code ON registration (code_hash);
    CREATE INDEX registration_invite ON registration (invite, id);
    CREATE INDEX registration_expiry ON registration (expires_at);
  `,
};
