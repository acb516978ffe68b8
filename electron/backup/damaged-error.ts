import { join } from 'node:path';
import { programCommand } from '../commands/program-command';
import { BACKUPS_FOLDER, isSound, listBackups, type StoredBackup } from './backup-list';
import { findLastFolderBackup, type LastFolderBackup } from './last-folder-backup';
import { restoreAdvice } from './restore-advice';

/** Thrown at start if the database of a data folder is too damaged to open. The message tells the admin what to do. */
export class DatabaseDamagedError extends Error {
  override readonly name = 'DatabaseDamagedError';
  /** The data folder. */
  readonly folder: string;
  /** Backups without problems, newest first. */
  readonly backups: readonly StoredBackup[];
  /** The last good one in the backup folder; null if none is known. */
  readonly lastFolderBackup: LastFolderBackup | null;

  constructor(folder: string, backups: readonly StoredBackup[], cause: unknown) {
    super(messageFor(folder, backups), { cause });
    this.folder = folder;
    this.backups = backups;
    this.lastFolderBackup = findLastFolderBackup(folder);
  }
}

/** Creates the error to throw, including the sound backups of the folder. */
export async function createDamagedError(folder: string, cause: unknown): Promise<DatabaseDamagedError> {
  return new DatabaseDamagedError(folder, await listSoundBackups(folder), cause);
}

/** The backups of a data folder whose last test restore found no problems, newest first. */
export async function listSoundBackups(folder: string): Promise<StoredBackup[]> {
  return (await listBackups(join(folder, BACKUPS_FOLDER))).filter(isSound);
}

/** Tells the admin which backup to restore, as plain sentences. */
export function adviceFor(folder: string, backups: readonly StoredBackup[]): string {
  const [newest, ...older] = backups;
  const local = newest ? { name: newest.name, made: newest.description.made } : null;
  const advice = restoreAdvice(folder, local, findLastFolderBackup(folder));
  if (advice === '') return `There is no good backup in ${join(folder, BACKUPS_FOLDER)}.`;
  if (older.length === 0) return advice;
  const names = older.slice(0, MAX_LISTED).map(({ name }) => name);
  return `${advice}Older good backups: ${names.join(', ')}.`;
}

/** How many older backups the message lists. */
const MAX_LISTED = 4;

function messageFor(folder: string, backups: readonly StoredBackup[]): string {
  const command = programCommand('--data', folder, '--repair');
  return `The database of ${folder} is damaged and cannot be opened. Try to repair it, which changes nothing where it fails:\n  ${command}\n${adviceFor(folder, backups)}`;
}
