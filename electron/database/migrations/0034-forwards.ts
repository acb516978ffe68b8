import type { Migration } from './migration';

/** Who first wrote a message that was forwarded; 0 for others. */
export const forwards: Migration = {
  name: '0034-forwards',
  sql: `
    ALTER TABLE message ADD COLUMN forward_id INTEGER NOT NULL DEFAULT 0;
  `,
};
