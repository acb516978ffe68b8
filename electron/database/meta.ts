import type { Database } from 'better-sqlite3';

/** What a database remembers of itself under a name. */
export function findMeta(raw: Database, key: string): string | undefined {
  return raw.prepare('SELECT value FROM meta WHERE key = ?').pluck().get(key) as string | undefined;
}

/** Lets it remember something else, and gives that back. */
export function saveMeta(raw: Database, key: string, value: string): string {
  raw
    .prepare(
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    )
    .run(key, value);
  return value;
}
