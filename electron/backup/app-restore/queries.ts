import type { Database } from 'better-sqlite3';

/** Numbers of people, messages and posts: counts, or highest IDs. */
export interface Amounts {
  people: number;
  messages: number;
  posts: number;
}

/**
 * What a community's database holds. `newestMessage` is in Unix seconds, 0 for none. `last` are the highest IDs, which
 * always grow, also when the clock is set back. `since` counts what has higher IDs than given ones.
 */
export interface DatabaseSummary extends Amounts {
  community: number;
  newestMessage: number;
  last: Amounts;
  since: Amounts;
}

/** Counts what a database of any version holds, and what was added to it after these IDs. */
export function summarizeDatabase(raw: Database, { people, messages, posts }: Amounts): DatabaseSummary {
  const one = (sql: string, ...values: number[]) => {
    const found = raw
      .prepare(sql)
      .pluck()
      .get(...values) as number | null | undefined;
    return found ?? 0;
  };
  const tables = new Set(raw.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all());
  const ofPosts = (sql: string, ...values: number[]) => (tables.has('post') ? one(sql, ...values) : 0);
  return {
    community: one('SELECT id FROM community LIMIT 1'),
    people: one('SELECT count(*) FROM person WHERE deleted = 0'),
    messages: one("SELECT count(*) FROM message WHERE type = 'message'"),
    posts: ofPosts('SELECT count(*) FROM post'),
    newestMessage: one("SELECT max(created_at) FROM message WHERE type = 'message'"),
    last: {
      people: one('SELECT max(id) FROM person'),
      messages: one('SELECT max(id) FROM message'),
      posts: ofPosts('SELECT max(id) FROM post'),
    },
    since: {
      people: one('SELECT count(*) FROM person WHERE deleted = 0 AND id > ?', people),
      messages: one("SELECT count(*) FROM message WHERE type = 'message' AND id > ?", messages),
      posts: ofPosts('SELECT count(*) FROM post WHERE id > ?', posts),
    },
  };
}
