import type { Migration } from './migration';

/**
 * How much is stored, counted as it is: by person (with kind '') and by kind (of person 0). Things go in many ways, so that
 * the counting is the database's own.
 */
export const storage: Migration = {
  name: '0005-storage',
  sql: `
    CREATE TABLE storage (
      person_id INTEGER NOT NULL,
      kind TEXT NOT NULL,
      items INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      PRIMARY KEY (person_id, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX storage_bytes ON storage (kind, bytes);

    INSERT INTO storage SELECT person_id, '', count(*), sum(size) FROM content GROUP BY person_id;
    INSERT INTO storage SELECT 0, kind, count(*), sum(size) FROM content GROUP BY kind;

    CREATE TRIGGER content_stored AFTER INSERT ON content BEGIN
      INSERT INTO storage VALUES (NEW.person_id, '', 1, NEW.size), (0, NEW.kind, 1, NEW.size)
      ON CONFLICT (person_id, kind) DO UPDATE SET items = items + 1, bytes = bytes + excluded.bytes;
    END;
    CREATE TRIGGER content_removed AFTER DELETE ON content BEGIN
      UPDATE storage SET items = items - 1, bytes = bytes - OLD.size WHERE person_id = OLD.person_id AND kind = '';
      UPDATE storage SET items = items - 1, bytes = bytes - OLD.size WHERE person_id = 0 AND kind = OLD.kind;
    END;
  `,
};
