import type { Migration } from './migration';

/** Who may see a post besides its author (0 everyone, 1 friends, 2 nobody), and whether only its author may comment. */
export const postAudiences: Migration = {
  name: '0046-post-audiences',
  sql: `
    ALTER TABLE post ADD COLUMN audience INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE post ADD COLUMN comments_closed INTEGER NOT NULL DEFAULT 0;
  `,
};
