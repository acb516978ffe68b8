import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { flushPath } from '../content/disk-threads';
import { prepareDataFolder } from '../database/data-folder';
import { lockDataFolder } from '../database/lock';
import { DATABASE_FILE } from '../database/open';
import { formatFileTimestamp } from './file-timestamp';
import { readDescription, type BackupDescription } from './description';
import { copyDurably } from './copy-file';
import { deleteJournal } from './app-restore/journal';
import { BLOBS, linkMissingBlobs, LOG_SUFFIXES, preservePreviousData } from './previous-data';
import { BACKUPS_FOLDER, listBackups, PARTIAL_PREFIX, schemaStatusOf } from './backup-list';
import { FolderError } from './folder/folder-error';
import { findBackupInFolder } from './folder/folder-search';
import { startFolderJob } from './folder/folder-job';
import { raiseRestoredTerm } from './restored-term';
import { removeRestoredWitness } from './restored-witness';
import { forgetHandedOver } from '../standby/succession/successor';
import { isArchive, unpackArchive } from './archive';
import { startBackupJob } from './backup-job';

/** What `restoreBackup` restored and replaced. */
export interface RestoreResult {
  /** Name of the restored backup, and when it was created, in Unix seconds. */
  backup: string;
  made: number;
  /** Folder with everything that was there before; null if there was nothing. */
  previousData: string | null;
  /** Uploaded contents that are missing, as plain sentences. */
  missing: string[];
}

/** Which backup of a backup folder to restore, and how to open it. */
export interface RestoreOptions {
  /** The newest backup up to this date, such as 2026-01-05; null for the newest. */
  date?: string | null;
  /** Asks for the passphrase of encrypted backups. */
  askPassphrase?: () => Promise<string | null>;
}

/**
 * Restores a backup while no host runs: from the command line (`--restore`), or at the start of the desktop app. It
 * replaces the data of a folder with a backup, given by its name, the path of its folder, of a backup folder, or of an
 * archive. The backup is checked first, and the previous data is preserved. Throws, without changing anything, if a
 * host is running on the folder, the backup doesn't exist, a newer program created it, or its database is damaged.
 * `now` is in Unix seconds.
 */
export async function restoreBackup(
  data: string,
  backup: string,
  now: number,
  { date = null, askPassphrase }: RestoreOptions = {},
): Promise<RestoreResult> {
  if (statSync(backup, { throwIfNoEntry: false })?.isFile()) {
    if (!isArchive(backup)) throw new Error(notABackup(backup));
    requireNoDate(backup, date);
    return restoreExtracted(data, basename(backup), now, (target) => unpackArchive(resolve(backup), target));
  }
  const found = findBackupInFolder(resolve(backup), date);
  if (!found) return restoreLocalBackup(data, backup, now, date);
  const passphrase = found.isEncrypted ? ((await askPassphrase?.()) ?? null) : null;
  const { repository, name, olderName } = found;
  const restoring = restoreExtracted(data, name, now, async (target) => {
    const blobs = join(data, BLOBS);
    const task = { kind: 'extract', repository, name, passphrase, target, blobs } as const;
    await startFolderJob(task).result;
  });
  return restoring.catch((error: unknown) => {
    throw olderName !== null && isDamagedBackup(error) ? suggestOlder(error, olderName) : error;
  });
}

/** Thrown for a backup whose database fails its checks. */
class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError';
}

function isDamagedBackup(error: unknown): error is Error {
  return error instanceof DamagedBackupError || (error instanceof FolderError && error.failure === 'damaged');
}

function suggestOlder(error: Error, older: string): Error {
  const advice = `To restore the backup before it, add --restore-date ${older}.`;
  return new Error(`${error.message} ${advice}`, { cause: error });
}

const notABackup = (file: string) =>
  `${file} is no backup: name a zip file that Courtyard saved, the folder of a backup, or a backup folder. Nothing was changed.`;

/** Throws if a single backup is to be restored by a date, which could be another one's. */
function requireNoDate(backup: string, date: string | null): void {
  if (date === null) return;
  throw new Error(`${backup} is a single backup. Leave out --restore-date, or name a backup folder.`);
}

/** Restores a backup that is first copied into the data folder in the form of a local one. */
async function restoreExtracted(
  data: string,
  name: string,
  now: number,
  extractTo: (target: string) => Promise<void>,
): Promise<RestoreResult> {
  const isNew = !existsSync(data);
  const backups = join(data, BACKUPS_FOLDER);
  const parent = join(backups, `${PARTIAL_PREFIX}restore-${now}`);
  requireNoHost(data);
  try {
    mkdirSync(parent, { recursive: true, mode: 0o700 });
    await extractTo(join(parent, name));
    return await restoreLocalBackup(data, join(parent, name), now);
  } catch (error) {
    if (isNew) rmSync(data, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(parent, { recursive: true, force: true });
    if (existsSync(backups) && readdirSync(backups).length === 0) rmdirSync(backups);
  }
}

/** Throws if a host is running on a folder: copying a backup there takes a while. */
function requireNoHost(data: string): void {
  if (existsSync(join(data, DATABASE_FILE))) lockDataFolder(data).release();
}

async function restoreLocalBackup(
  data: string,
  backup: string,
  now: number,
  date: string | null = null,
): Promise<RestoreResult> {
  const { folder, description } = await findBackup(data, backup);
  requireNoDate(backup, date);
  if (schemaStatusOf(join(folder, DATABASE_FILE)) === 'newer') {
    throw new Error(
      `The backup ${basename(folder)} was made by a newer Courtyard. Nothing was changed: update the program, then restore it.`,
    );
  }
  const repair = prepareDataFolder(data);
  const lock = lockDataFolder(data);
  try {
    // This restore replaces one that was requested from the app.
    deleteJournal(data);
    const incoming = join(data, INCOMING);
    rmSync(incoming, { recursive: true, force: true });
    const task = { kind: 'compare', folder, restored: incoming, facts: description.facts } as const;
    const { database, content } = await startBackupJob(task).findings;
    if (database.length > 0)
      throw new DamagedBackupError(`This backup cannot be restored. ${database.join(' ')}`);
    const aside = preservePreviousData(data, join(data, `before-restore-${formatFileTimestamp(now)}`));
    linkMissingBlobs(join(folder, BLOBS), join(data, BLOBS));
    // The database is replaced last and in one step: after a crash either the old or the new one is there.
    const next = join(data, INCOMING);
    copyDurably(join(folder, DATABASE_FILE), next);
    await raiseRestoredTerm(data, next, now);
    removeRestoredWitness(next);
    // A standby of this folder would otherwise say that it has what the new host was handed.
    await forgetHandedOver(data);
    lock.saveState({ epoch: '', run: '' });
    for (const suffix of LOG_SUFFIXES) rmSync(join(data, DATABASE_FILE + suffix), { force: true });
    renameSync(next, join(data, DATABASE_FILE));
    await flushPath(data);
    return { backup: basename(folder), made: description.made, previousData: aside, missing: content };
  } finally {
    await repair.stop();
    lock.release();
  }
}

const INCOMING = 'restoring';

async function findBackup(
  data: string,
  backup: string,
): Promise<{ folder: string; description: BackupDescription }> {
  const isName = basename(backup) === backup;
  for (const folder of isName ? [join(data, BACKUPS_FOLDER, backup), resolve(backup)] : [resolve(backup)]) {
    const description = await readDescription(folder);
    if (description !== null) return { folder, description };
  }
  const folder = join(data, BACKUPS_FOLDER);
  const names = (await listBackups(folder)).map(({ name }) => name);
  const start =
    names.length === 0 ? 'Name' : `In ${folder} there is ${names.join(', ')}. Name one of these, or`;
  throw new Error(
    `There is no backup ${backup}. ${start} the path of a backup, a backup folder or a zip file.`,
  );
}
