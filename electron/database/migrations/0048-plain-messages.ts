import type { Migration } from './migration';

/** Which messages are known to have neither reactions nor attachments, so that nobody looks for them. */
export const plainMessages: Migration = {
  name: '0048-plain-messages',
  sql: `
    ALTER TABLE message ADD COLUMN is_plain INTEGER NOT NULL DEFAULT 0;
  `,
};
