import type { Database } from 'better-sqlite3';

/** Reads a value from the `meta` table; undefined if there is none. */
export function findMeta(raw: Database, key: string): string | undefined {
  return raw.prepare('SELECT value FROM meta WHERE key = ?').pluck().get(key) as string | undefined;
}

/** Writes a value to the `meta` table and returns it. */
export function saveMeta(raw: Database, key: string, value: string): string {
  raw
    .prepare(
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    )
    .run(key, value);
  return value;
}
