import type { Migration } from './migration';

/** An index of the posts that are not for everyone: profiles count only those that their viewer may see. */
export const limitedPosts: Migration = {
  name: '0050-limited-posts',
  sql: `
    CREATE INDEX post_limited ON post (wall_id, audience) WHERE audience > 0;
  `,
};
