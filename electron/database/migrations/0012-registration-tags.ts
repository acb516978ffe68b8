import type { Migration } from './migration';

/** The tag that someone who registers asked for, or that was made from their name. */
export const registrationTags: Migration = {
  name: '0012-registration-tags',
  sql: `
    ALTER TABLE registration ADD COLUMN link TEXT NOT NULL DEFAULT '';
  `,
};
