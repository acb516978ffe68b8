import type { Migration } from './migration';

/** Until when a member may not write in a group, in Unix seconds; the greatest safe integer for no end. */
export const silences: Migration = {
  name: '0047-silences',
  sql: `
    ALTER TABLE member ADD COLUMN silenced_until INTEGER NOT NULL DEFAULT 0;
  `,
};
