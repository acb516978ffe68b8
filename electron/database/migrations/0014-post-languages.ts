import type { Migration } from './migration';

/** Posts of everyone in one language, newest first. Most posts name no language and aren't in the index. */
export const postLanguages: Migration = {
  name: '0014-post-languages',
  sql: `
    CREATE INDEX post_language ON post (language, id) WHERE language > 0;
  `,
};
