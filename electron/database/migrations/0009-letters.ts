import type { Migration } from './migration';

/** Whose account the code of a letter belongs to, and which administrator has seen a code. */
export const letters: Migration = {
  name: '0009-letters',
  sql: `
    ALTER TABLE mail ADD COLUMN person_id INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE code ADD COLUMN seen_by INTEGER NOT NULL DEFAULT 0;

    UPDATE mail SET person_id = coalesce(
      (SELECT person_id FROM code WHERE kind = 'email' AND data = mail.recipient),
      (SELECT id FROM person WHERE email = mail.recipient),
      0);
  `,
};
