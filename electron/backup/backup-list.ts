import Database from 'better-sqlite3';
import { readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { migrations } from '../database/migrations';
import { readDescription, readDescriptionSync, type BackupDescription } from './description';

/** A complete backup and the name of its folder. */
export interface StoredBackup {
  name: string;
  description: BackupDescription;
}

/** Name of the backups folder inside a data folder. */
export const BACKUPS_FOLDER = 'backups';
/** Prefix of the folder name of an unfinished backup. */
export const PARTIAL_PREFIX = 'partial-';

/** The complete backups in a folder, newest first. */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch(() => []);
  const described = names.map(async (name) => ({
    name,
    description: await readDescription(join(folder, name)),
  }));
  return sortNewestFirst(await Promise.all(described));
}

/** Like `listBackups`, synchronously: for a start that fails. */
export function listBackupsSync(folder: string): StoredBackup[] {
  return sortNewestFirst(
    listNames(folder).map((name) => ({ name, description: readDescriptionSync(join(folder, name)) })),
  );
}

/** Whether the last test restore of a backup found no problems. */
export function isSound({ description: { compared, problems } }: StoredBackup): boolean {
  return compared > 0 && problems.length === 0;
}

/**
 * Whether this program can open the database of a backup: `newer` if a newer program wrote it, `unreadable` if its
 * version cannot be read.
 */
export function schemaStatusOf(database: string): 'known' | 'newer' | 'unreadable' {
  try {
    const raw = new Database(database, { readonly: true, fileMustExist: true });
    try {
      const version = raw.pragma('user_version', { simple: true }) as number;
      return version > migrations.length ? 'newer' : 'known';
    } finally {
      raw.close();
    }
  } catch {
    return 'unreadable';
  }
}

/** File names in a folder; empty if it cannot be read. */
export function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function sortNewestFirst(
  found: readonly { name: string; description: BackupDescription | null }[],
): StoredBackup[] {
  return found
    .filter((a): a is StoredBackup => a.description !== null && !a.name.startsWith(PARTIAL_PREFIX))
    .toSorted((a, b) => b.description.made - a.description.made || (b.name < a.name ? -1 : 1));
}
