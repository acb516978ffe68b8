import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BACKUPS, isSound, listBackupsSync, namesIn, schemaOf, type Backup } from '../backup/list';

/** The name of the database file in a data folder. */
export const DATABASE_FILE = 'courtyard.db';

/** What a folder holds whose database is lost. */
export interface LostDatabase {
  folder: string;
  /** What is in the place of the database. */
  state: 'missing' | 'empty' | 'not a file' | 'no community';
  /** How many stored files and backups there are. */
  contents: number;
  backups: number;
  /** The newest backup that was restored and compared without differences; `made` is in Unix seconds. */
  newestBackup: { name: string; made: number } | null;
}

/** A folder with an earlier community has no database. Its message says what is there and how to get the rest back. */
export class DatabaseMissingError extends Error {
  override readonly name = 'DatabaseMissingError';
  readonly lost: LostDatabase;

  constructor(lost: LostDatabase, message: string) {
    super(message);
    this.lost = lost;
  }
}

/** What is in the place of a folder's database, where that is no file with content; else null. */
export function findLoss(folder: string): LostDatabase['state'] | null {
  const path = join(folder, DATABASE_FILE);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return 'missing';
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile()) return 'not a file';
  return file.size === 0 ? 'empty' : null;
}

/**
 * Lets a new database begin only in a folder without an earlier community. Throws DatabaseMissingError where there are
 * stored files, backups, or the log of a database, and where `hasRun` says that a community ran here before.
 */
export function requireUnused(folder: string, state: LostDatabase['state'], hasRun: boolean): void {
  const contents = countContents(folder);
  const backups = listBackupsSync(join(folder, BACKUPS));
  // A database that was opened has a log of its own.
  const isOpen = state === 'no community';
  const hasLog = !isOpen && (statSync(join(folder, LOG_FILE), { throwIfNoEntry: false })?.size ?? 0) > 0;
  const isUnused = contents + backups.length === 0 && !hasLog && !hasRun && state !== 'not a file';
  if (isUnused) return;
  const restorable = backups.filter(({ name }) => schemaOf(databaseOf(folder, name)) === 'known');
  const good = restorable.find(isSound);
  const newestBackup = good ? { name: good.name, made: good.description.made } : null;
  const lost = { folder, state, contents, backups: backups.length, newestBackup };
  throw new DatabaseMissingError(lost, sentenceOf(lost, restorable[0], hasLog));
}

const LOG_FILE = `${DATABASE_FILE}-wal`;

function databaseOf(folder: string, backup: string): string {
  return join(folder, BACKUPS, backup, DATABASE_FILE);
}

function countContents(folder: string): number {
  const blobs = join(folder, 'content', 'blobs');
  const isHash = (name: string) => /^[0-9a-f]{64}$/.test(name);
  return namesIn(blobs).reduce((sum, name) => sum + namesIn(join(blobs, name)).filter(isHash).length, 0);
}

function sentenceOf(lost: LostDatabase, newest: Backup | undefined, hasLog: boolean): string {
  const { folder, state, contents, backups, newestBackup } = lost;
  const what = {
    missing: `The database of the community is missing: there is no ${DATABASE_FILE} in ${folder}.`,
    empty: `The database of the community is missing: ${DATABASE_FILE} in ${folder} is empty.`,
    'no community': `The database of the community is missing: ${DATABASE_FILE} in ${folder} holds no community.`,
    'not a file': `The database of the community is missing: ${join(folder, DATABASE_FILE)} is not a file.`,
  }[state];
  const there = [
    ...(contents > 0 ? [contents === 1 ? '1 stored file' : `${contents} stored files`] : []),
    ...(backups > 0 ? [backups === 1 ? '1 backup' : `${backups} backups`] : []),
    ...(hasLog ? [`${LOG_FILE}, the log of its last writes`] : []),
  ];
  const found =
    there.length > 0
      ? `Still there, and unchanged: ${there.join(', ')}.`
      : 'A community ran in this folder before, but nothing else of it is left.';
  const anew = 'To begin a new community instead, move the folder away and start again.';
  return `${what} ${found} ${adviceOf(folder, newestBackup, newest)} ${anew}`;
}

function adviceOf(folder: string, good: LostDatabase['newestBackup'], newest: Backup | undefined): string {
  const command = (name: string) =>
    `\n  npm run serve -- --data ${quoted(folder)} --restore ${quoted(name)}\n`;
  if (good) {
    return `Restore the newest good backup, made ${timeOf(good.made)}, with:${command(good.name)}`;
  }
  if (newest) {
    return `No backup is known to be good. The newest, made ${timeOf(newest.description.made)}, may still help:${command(newest.name)}`;
  }
  return `There is no backup to restore here: put ${DATABASE_FILE} back from a copy of the disk, or name a backup that lies elsewhere with --restore PATH.`;
}

function timeOf(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** As a shell takes it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word}"`;
}
