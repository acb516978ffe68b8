import type { Migration } from './migration';

/**
 * Which messages are known to have neither reactions nor attachments, so that nobody looks for them. Triggers keep that
 * true also while a process of an earlier version still writes to the same database.
 */
export const plainMessages: Migration = {
  name: '0048-plain-messages',
  sql: `
    ALTER TABLE message ADD COLUMN is_plain INTEGER NOT NULL DEFAULT 0;

    CREATE TRIGGER message_attached AFTER INSERT ON attachment BEGIN
      UPDATE message SET is_plain = 0 WHERE dialog_id = NEW.dialog_id AND id = NEW.message_id AND is_plain = 1;
    END;

    CREATE TRIGGER message_reacted AFTER INSERT ON reaction BEGIN
      UPDATE message SET is_plain = 0
      WHERE dialog_id = (SELECT dialog_id FROM message_place WHERE id = NEW.message_id) AND id = NEW.message_id
        AND is_plain = 1;
    END;
  `,
};
