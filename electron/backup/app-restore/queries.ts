import type { Database } from 'better-sqlite3';

/** Numbers by kind of record: counts, or highest IDs. */
export interface RecordCounts {
  people: number;
  messages: number;
  posts: number;
}

/**
 * The amount of data in a community's database. `newestMessage` is in Unix seconds, 0 for none. `last` has the highest
 * IDs, which grow even if the clock is set back. `since` counts records with higher IDs than given ones.
 */
export interface DatabaseSummary extends RecordCounts {
  community: number;
  newestMessage: number;
  last: RecordCounts;
  since: RecordCounts;
}

/** Counts the records in a database of any version, and those added after the given IDs. */
export function summarizeDatabase(raw: Database, { people, messages, posts }: RecordCounts): DatabaseSummary {
  const queryNumber = (sql: string, ...values: number[]) => {
    const found = raw
      .prepare(sql)
      .pluck()
      .get(...values) as number | null | undefined;
    return found ?? 0;
  };
  const tables = new Set(raw.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all());
  const queryPosts = (sql: string, ...values: number[]) =>
    tables.has('post') ? queryNumber(sql, ...values) : 0;
  return {
    community: queryNumber('SELECT id FROM community LIMIT 1'),
    people: queryNumber('SELECT count(*) FROM person WHERE deleted = 0'),
    messages: queryNumber("SELECT count(*) FROM message WHERE type = 'message'"),
    posts: queryPosts('SELECT count(*) FROM post'),
    newestMessage: queryNumber("SELECT max(created_at) FROM message WHERE type = 'message'"),
    last: {
      people: queryNumber('SELECT max(id) FROM person'),
      messages: queryNumber('SELECT max(id) FROM message'),
      posts: queryPosts('SELECT max(id) FROM post'),
    },
    since: {
      people: queryNumber('SELECT count(*) FROM person WHERE deleted = 0 AND id > ?', people),
      messages: queryNumber("SELECT count(*) FROM message WHERE type = 'message' AND id > ?", messages),
      posts: queryPosts('SELECT count(*) FROM post WHERE id > ?', posts),
    },
  };
}
