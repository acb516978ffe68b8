import type { Database } from 'better-sqlite3';

/**
 * Drops the indexes and triggers of a database that is filled with rows, because triggers must not run then and indexes
 * are made faster afterwards. Returns what makes them again.
 */
export function dropRebuiltParts(raw: Database): () => void {
  const parts = raw.prepare(PARTS).all() as { type: string; name: string; sql: string }[];
  for (const { type, name } of parts) raw.exec(`DROP ${type} "${name}"`);
  return () => parts.forEach(({ sql }) => raw.exec(sql));
}

const PARTS =
  "SELECT type, name, sql FROM main.sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL";
