import Database from 'better-sqlite3';
import { readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { migrations } from '../database/migrations';
import { describe, describeSync, type Description } from './description';

/** A backup that lies here, by the name of its folder. */
export interface Backup {
  name: string;
  description: Description;
}

/** The folder of the backups in a data folder. */
export const BACKUPS = 'backups';
/** What the name of a backup begins with until it is whole. */
export const PARTIAL = 'partial-';

/** The backups in a folder that are whole, newest first. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch(() => []);
  const described = names.map(async (name) => ({ name, description: await describe(join(folder, name)) }));
  return newestFirst(await Promise.all(described));
}

/** The same at once, for a start that fails. */
export function listBackupsSync(folder: string): Backup[] {
  return newestFirst(
    namesIn(folder).map((name) => ({ name, description: describeSync(join(folder, name)) })),
  );
}

/** Whether nothing was wrong with a backup when it was last restored and compared. */
export function isSound({ description: { compared, problems } }: Backup): boolean {
  return compared > 0 && problems.length === 0;
}

/**
 * Whether this program knows the schema of the database in a backup: 'newer' where a newer program made it, 'unreadable'
 * where that cannot be found out.
 */
export function schemaOf(database: string): 'known' | 'newer' | 'unreadable' {
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

/** The names in a folder; none where it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function newestFirst(found: readonly { name: string; description: Description | null }[]): Backup[] {
  return found
    .filter((one): one is Backup => one.description !== null && !one.name.startsWith(PARTIAL))
    .toSorted(
      (one, other) => other.description.made - one.description.made || (other.name < one.name ? -1 : 1),
    );
}
