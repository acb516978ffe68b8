import Database from 'better-sqlite3';
import { constants, copyFileSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createCancelFlag, throwIfCancelled, type CancelFlag } from '../database/cancel-flag.ts';
import { restrictToOwner } from '../database/data-folder.ts';
import type { BackupFindings } from './backup-task.ts';
import { requireRoom } from './disk-room.ts';
import { digestTables, listDifferingTables, type TableDigests } from './table-digests.ts';

/** File name of the database in a backup, the same as in a data folder. */
export const DATABASE = 'courtyard.db';
/** Databases larger than this many bytes get the quicker check. */
const QUICK_CHECK_THRESHOLD = 1024 ** 3;
/** How often a copy is retried because a commit came between the copy and the snapshot it is compared with. */
const MAX_ATTEMPTS = 30;
/** How many problems of each kind are listed. */
export const MAX_LISTED_PROBLEMS = 20;

/**
 * Copies the database while others write to it, and compares the copy with a snapshot that a second connection took
 * at the same time. On a busy host a commit comes between the two about once in ten times; then they rightly differ
 * and both are taken again. Throws once `flag` is set, and before anything is copied if the disk has no room.
 */
export function copyDatabase(
  database: string | Uint8Array,
  copy: string,
  restored: string,
  flag: CancelFlag = createCancelFlag(),
) {
  const source = typeof database === 'string' ? database : Buffer.from(database);
  const copying = new Database(source, { readonly: true });
  const reading = new Database(source, { readonly: true });
  try {
    const pragma = (name: string) => copying.pragma(name, { simple: true }) as number;
    // One more is what the copy is restored to.
    requireRoom(dirname(copy), 2 * pragma('page_count') * pragma('page_size'));
    const vacuum = copying.prepare('VACUUM INTO ?');
    for (let attempt = 1; ; attempt++) {
      throwIfCancelled(flag);
      const version = versionOf(copying);
      reading.exec('BEGIN; SELECT 1 FROM meta');
      vacuum.run(copy);
      throwIfCancelled(flag);
      restrictToOwner(copy);
      const hasChanged = versionOf(copying) !== version;
      const facts = digestTables(reading);
      reading.exec('COMMIT');
      throwIfCancelled(flag);
      const findings = compareDatabase(copy, restored, facts);
      if (findings.database.length === 0 || !hasChanged || attempt === MAX_ATTEMPTS)
        return { facts, findings };
      rmSync(copy);
      rmSync(restored, { recursive: true });
    }
  } finally {
    copying.close();
    reading.close();
  }
}

/** Changes with every commit by another connection. */
function versionOf(raw: Database.Database): unknown {
  return raw.pragma('data_version', { simple: true });
}

/**
 * Restores the database of a backup to another folder, opens it there as a host does, and compares it with the
 * digests.
 */
export function compareDatabase(
  copy: string,
  restored: string,
  facts: TableDigests,
): Pick<BackupFindings, 'check' | 'database'> {
  mkdirSync(restored, { recursive: true, mode: 0o700 });
  copyFileSync(copy, join(restored, DATABASE), constants.COPYFILE_FICLONE);
  const check = statSync(copy).size > QUICK_CHECK_THRESHOLD ? 'quick_check' : 'integrity_check';
  try {
    return withDatabase(join(restored, DATABASE), (raw) => {
      raw.pragma('journal_mode = WAL');
      const checked = raw.prepare(`PRAGMA ${check}(${MAX_LISTED_PROBLEMS})`).pluck().all() as string[];
      const damage = checked
        .filter((line) => line !== 'ok')
        .map((line) => `The database is damaged: ${line}.`);
      const differ = listDifferingTables(facts, digestTables(raw)).map(
        (table) => `The table ${table} is not what was copied.`,
      );
      return { check, database: [...damage, ...differ] };
    });
  } catch (error) {
    return { check, database: [`The database cannot be read: ${(error as Error).message}.`] };
  }
}

/** Opens a database for some work, and closes it. */
export function withDatabase<T>(path: string, work: (raw: Database.Database) => T): T {
  const raw = new Database(path);
  try {
    return work(raw);
  } finally {
    raw.close();
  }
}
