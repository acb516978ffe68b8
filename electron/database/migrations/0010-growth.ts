import type { Migration } from './migration';

/**
 * Counts what a person can make grow, so that limits are checked without reading all of it: stored commands by day (the
 * counting is the database's own), and indexes by whose something is.
 */
export const growth: Migration = {
  name: '0010-growth',
  sql: `
    ALTER TABLE command ADD COLUMN form INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX command_person ON command (person_id, created_at);
    CREATE INDEX dialog_owner ON dialog (owner_id) WHERE owner_id > 0;
    CREATE INDEX invite_by ON invite (by_id);

    CREATE TABLE command_use (
      person_id INTEGER NOT NULL,
      day INTEGER NOT NULL,
      items INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      PRIMARY KEY (person_id, day)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO command_use
      SELECT person_id, created_at / 86400, count(*), sum(length(result)) FROM command GROUP BY 1, 2;

    CREATE TRIGGER command_stored AFTER INSERT ON command BEGIN
      INSERT INTO command_use VALUES (NEW.person_id, NEW.created_at / 86400, 1, length(NEW.result))
      ON CONFLICT (person_id, day) DO UPDATE SET items = items + 1, bytes = bytes + excluded.bytes;
    END;
    CREATE TRIGGER command_removed AFTER DELETE ON command BEGIN
      UPDATE command_use SET items = items - 1, bytes = bytes - length(OLD.result)
        WHERE person_id = OLD.person_id AND day = OLD.created_at / 86400;
      DELETE FROM command_use
        WHERE person_id = OLD.person_id AND day = OLD.created_at / 86400 AND items = 0;
    END;
  `,
};
