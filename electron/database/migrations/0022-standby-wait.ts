import type { Migration } from './migration';

/** Whether writes wait until the standby has stored them (0 or 1). */
export const standbyWait: Migration = {
  name: '0022-standby-wait',
  sql: `
    ALTER TABLE standby ADD COLUMN wait INTEGER NOT NULL DEFAULT 0;
  `,
};
