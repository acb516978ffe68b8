import type { Migration } from './migration';

/** Since when the owner wants backups on the standby's disk (Unix seconds); 0 for none. */
export const standbyBackups: Migration = {
  name: '0032-standby-backups',
  sql: `
    ALTER TABLE standby ADD COLUMN backups_since INTEGER NOT NULL DEFAULT 0;
  `,
};
