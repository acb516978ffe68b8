import { join } from 'node:path';
import { BACKUPS, isSound, listBackups, type Backup } from './list';

/** The database of a data folder is so damaged that no host can be started on it. Its message says what to do. */
export class DatabaseDamagedError extends Error {
  override readonly name = 'DatabaseDamagedError';
  /** The data folder. */
  readonly folder: string;
  /** The backups that were sound when they were last compared, newest first. */
  readonly backups: readonly Backup[];

  constructor(folder: string, backups: readonly Backup[], cause: unknown) {
    super(sentenceFor(folder, backups), { cause });
    this.folder = folder;
    this.backups = backups;
  }
}

/** The error of a start that met damage, with the backups of the folder. */
export async function damagedError(folder: string, cause: unknown): Promise<DatabaseDamagedError> {
  return new DatabaseDamagedError(folder, await listSoundBackups(folder), cause);
}

/** The backups of a data folder that were sound when they were last compared, newest first. */
export async function listSoundBackups(folder: string): Promise<Backup[]> {
  return (await listBackups(join(folder, BACKUPS))).filter(isSound);
}

/** What to do about a damaged database, in plain sentences. */
export function adviceFor(folder: string, backups: readonly Backup[]): string {
  const [newest, ...older] = backups.map(({ name }) => name);
  if (newest === undefined) return `There is no good backup in ${join(folder, BACKUPS)}.`;
  const others = older.length > 0 ? ` Older good backups: ${older.slice(0, NAMED).join(', ')}.` : '';
  return `Restore the newest good backup: npm run serve -- --data ${folder} --restore ${newest}.${others}`;
}

/** Older backups that are named. */
const NAMED = 4;

function sentenceFor(folder: string, backups: readonly Backup[]): string {
  return [
    `The database of ${folder} is damaged and cannot be opened.`,
    `Try to repair it, which changes nothing where it fails: npm run serve -- --data ${folder} --repair.`,
    adviceFor(folder, backups),
  ].join(' ');
}
