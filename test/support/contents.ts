import type Database from 'better-sqlite3';
import { createHash } from 'node:crypto';

/**
 * Returns a hash of everything in a database: equal while nothing was stored, changed or lost. It excludes the last
 * assigned identifier, because an identifier drawn for a failed write is not reused.
 */
export function hashOfContents(raw: Database.Database): string {
  const tables = raw
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'installation' ORDER BY name")
    .pluck()
    .all() as string[];
  const hash = createHash('sha256');
  for (const table of tables) {
    const rows = raw.prepare(`SELECT * FROM "${table}"`).raw().all() as unknown[][];
    hash.update(JSON.stringify([table, rows.map((row) => row.map(plain)).sort()]));
  }
  return hash.digest('hex');
}

function plain(value: unknown): unknown {
  return Buffer.isBuffer(value) ? value.toString('base64') : value;
}
