import type { Migration } from './migration';

/** How the owner wants the community to be shared on the network: not at all, until it is said. */
export const sharing: Migration = {
  name: '0006-sharing',
  sql: `
    ALTER TABLE community ADD COLUMN share_on INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE community ADD COLUMN share_port INTEGER NOT NULL DEFAULT 8701;
    ALTER TABLE community ADD COLUMN share_plain INTEGER NOT NULL DEFAULT 0;
  `,
};
