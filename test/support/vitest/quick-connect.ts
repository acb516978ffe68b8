import type Database from 'better-sqlite3';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { connect as connectAsIs } from '../../../electron/database/connect.ts';
import { migrations } from '../../../electron/database/migrations/index.ts';
import { DATABASE_FILE } from '../../../electron/database/health/missing-database.ts';

export { BUSY_TIMEOUT_MS, configure } from '../../../electron/database/connect.ts';

let migrated: Buffer | undefined;

/**
 * Replaces `connect`: a community's database that doesn't exist yet begins as a copy of an empty one that was migrated
 * before. Other databases have tables of their own.
 */
export function connect(path: string, options: Database.Options = {}): Database.Database {
  if (!options.readonly && basename(path) === DATABASE_FILE && !existsSync(path)) copyMigrated(path);
  return connectAsIs(path, options);
}

function copyMigrated(path: string): void {
  try {
    writeFileSync(path, (migrated ??= migratedDatabase()));
  } catch {
    // What is wrong with this disk is for SQLite to find out.
    rmSync(path, { force: true });
  }
}

function migratedDatabase(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-migrated-'));
  try {
    const path = join(folder, 'courtyard.db');
    const raw = connectAsIs(path);
    for (const { sql } of migrations) raw.exec(sql);
    raw.pragma(`user_version = ${migrations.length}`);
    raw.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
