import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  BACKUPS_FOLDER,
  isSound,
  listBackupsSync,
  listNames,
  schemaStatusOf,
  type StoredBackup,
} from '../../backup/backup-list';
import { findLastFolderBackup, type LastFolderBackup } from '../../backup/last-folder-backup';
import { formatTime, restoreAdvice, restoreCommand } from '../../backup/restore-advice';

/** File name of the database in a data folder. */
export const DATABASE_FILE = 'courtyard.db';

/** What remains in a data folder without its database. */
export interface LostDatabase {
  folder: string;
  /** What was found in place of the database. */
  state: 'missing' | 'empty' | 'not a file' | 'no community';
  /** Number of uploaded contents and of backups. */
  contents: number;
  backups: number;
  /** The newest backup whose test restore found no problems; `made` is in Unix seconds. */
  newestBackup: { name: string; made: number } | null;
  /** The last good backup in the backup folder; null if none is known. */
  lastFolderBackup: LastFolderBackup | null;
}

/**
 * Thrown if a folder has data of an earlier community but no database. The message says what remains and how to
 * restore it.
 */
export class DatabaseMissingError extends Error {
  override readonly name = 'DatabaseMissingError';
  readonly lost: LostDatabase;

  constructor(lost: LostDatabase, message: string) {
    super(message);
    this.lost = lost;
  }
}

/** Returns the problem of the database file in a folder; null if it is a file with content. */
export function findDatabaseProblem(folder: string): LostDatabase['state'] | null {
  const path = join(folder, DATABASE_FILE);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return 'missing';
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile()) return 'not a file';
  return file.size === 0 ? 'empty' : null;
}

/**
 * Allows a new database only in a folder without an earlier community. Throws DatabaseMissingError if there are
 * uploaded contents, backups or a write-ahead log, or if `hasRun` says that a community ran here before.
 */
export function requireNoEarlierCommunity(
  folder: string,
  state: LostDatabase['state'],
  hasRun: boolean,
): void {
  const contents = countContents(folder);
  const backups = listBackupsSync(join(folder, BACKUPS_FOLDER));
  // An open database has a log of its own.
  const isOpen = state === 'no community';
  const hasLog = !isOpen && (statSync(join(folder, LOG_FILE), { throwIfNoEntry: false })?.size ?? 0) > 0;
  const lastFolderBackup = findLastFolderBackup(folder);
  const hasBackups = backups.length > 0 || lastFolderBackup !== null;
  const isUnused = contents === 0 && !hasBackups && !hasLog && !hasRun && state !== 'not a file';
  if (isUnused) return;
  const restorable = backups.filter(({ name }) => schemaStatusOf(databaseOf(folder, name)) === 'known');
  const verified = restorable.find(isSound);
  const newestBackup = verified ? { name: verified.name, made: verified.description.made } : null;
  const lost = { folder, state, contents, backups: backups.length, newestBackup, lastFolderBackup };
  throw new DatabaseMissingError(lost, messageOf(lost, restorable[0], hasLog));
}

const LOG_FILE = `${DATABASE_FILE}-wal`;

function databaseOf(folder: string, backup: string): string {
  return join(folder, BACKUPS_FOLDER, backup, DATABASE_FILE);
}

function countContents(folder: string): number {
  const blobs = join(folder, 'content', 'blobs');
  const isHash = (name: string) => /^[0-9a-f]{64}$/.test(name);
  return listNames(blobs).reduce((sum, name) => sum + listNames(join(blobs, name)).filter(isHash).length, 0);
}

function messageOf(lost: LostDatabase, newest: StoredBackup | undefined, hasLog: boolean): string {
  const { folder, state, contents, backups } = lost;
  const problem = {
    missing: `The database of the community is missing: there is no ${DATABASE_FILE} in ${folder}.`,
    empty: `The database of the community is missing: ${DATABASE_FILE} in ${folder} is empty.`,
    'no community': `The database of the community is missing: ${DATABASE_FILE} in ${folder} holds no community.`,
    'not a file': `The database of the community is missing: ${join(folder, DATABASE_FILE)} is not a file.`,
  }[state];
  const remains = [
    ...(contents > 0 ? [contents === 1 ? '1 stored file' : `${contents} stored files`] : []),
    ...(backups > 0 ? [backups === 1 ? '1 backup' : `${backups} backups`] : []),
    ...(hasLog ? [`${LOG_FILE}, the log of its last writes`] : []),
  ];
  const found =
    remains.length > 0
      ? `Still there, and unchanged: ${remains.join(', ')}.`
      : 'A community ran in this folder before, but nothing else of it is left.';
  const startOver = 'To begin a new community instead, move the folder away and start again.';
  const advice = adviceOf(lost, newest);
  return `${problem} ${found} ${advice}${advice.endsWith('\n') ? '' : ' '}${startOver}`;
}

function adviceOf(
  { folder, newestBackup, lastFolderBackup }: LostDatabase,
  newest: StoredBackup | undefined,
): string {
  const advice = restoreAdvice(folder, newestBackup, lastFolderBackup);
  if (advice !== '') return advice;
  if (newest) {
    return `No backup is known to be good. The newest, made ${formatTime(newest.description.made)}, may still help:${restoreCommand(folder, newest.name)}`;
  }
  return `There is no backup to restore here: put ${DATABASE_FILE} back from a copy of the disk, or name a backup that lies elsewhere with --restore PATH.`;
}
