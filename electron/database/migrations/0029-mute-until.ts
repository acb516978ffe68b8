import type { Migration } from './migration';

/** When a muted dialog is unmuted by itself; 0: never. */
export const muteUntil: Migration = {
  name: '0029-mute-until',
  sql: `
    ALTER TABLE member ADD COLUMN muted_until INTEGER NOT NULL DEFAULT 0;
  `,
};
