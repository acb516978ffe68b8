import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { adviceFor, createDamagedError, listSoundBackups } from '../backup/damaged-error';
import { restoreBackup } from '../backup/restore';
import { areasOf } from '../database/health/damaged-areas';
import { explainingForeignFiles } from '../database/foreign-files';
import { isDamage } from '../database/sqlite-errors';
import { LOCK_FILE, lockDataFolder } from '../database/lock';
import {
  DATABASE_FILE,
  findDatabaseProblem,
  requireNoEarlierCommunity,
} from '../database/health/missing-database';
import { repairDatabase } from '../repair/repair';
import { objectStorageOf } from '../object-storage';
import { openService, type Service } from '../service';
import { SettingsError, type Settings } from '../settings/settings';
import { requireNoStandby } from '../standby/copy/standby-folder';
import { readSuccessor } from '../standby/succession/successor';
import { requireNoWitness } from '../standby/witness/witness-folder';
import { removeWitnessRow } from '../standby/queries';
import { createLogger, terminal, type CommandOutput } from './terminal';
import { unixNow } from '../unix-time';

/** Prints a code with which the owner can choose a new password. */
export async function resetOwner(settings: Settings, { print }: CommandOutput = terminal): Promise<void> {
  const service = await openExisting(settings);
  try {
    const { Code, Expires } = await service.resetOwner();
    print(
      `The owner can set a new password with the code ${Code} until ${new Date(Expires * 1000).toISOString()}. Enter it on the sign-in page: “Forgot password?”, then “I have a code”.`,
    );
  } finally {
    await service.close();
  }
}

/**
 * Opens the community of the settings. Throws if there is none, because a mistyped folder or database would become a
 * new one.
 */
async function openExisting(settings: Settings): Promise<Service> {
  const { data, database } = settings;
  if (database === null) requireCommunity(data);
  else await requireSharedCommunity(database);
  const storage = objectStorageOf(settings);
  return openService({ data, database, storage, settings, logger: createLogger(settings) });
}

function requireCommunity(data: string): void {
  explainingForeignFiles(data, () => {
    requireNoStandby(data);
    requireNoWitness(data);
    const problem = findDatabaseProblem(data);
    if (problem === null) return;
    requireNoEarlierCommunity(data, problem, hasRun(data));
    throw noCommunity(data);
  });
}

async function requireSharedCommunity(url: string): Promise<void> {
  // Loaded here, because most hosts don't need its driver.
  const { requireCommunityIn } = await import('../database/postgres/open');
  await requireCommunityIn(url);
}

/** Whether a community was ever opened in a folder. */
function hasRun(data: string): boolean {
  if (!existsSync(join(data, LOCK_FILE))) return false;
  const lock = lockDataFolder(data);
  lock.release();
  return lock.state.run !== '';
}

function noCommunity(data: string): SettingsError {
  return new SettingsError(`${data} holds no community. Name its folder with --data.`);
}

/** Reads all stored contents and prints the problems found; sets exit code 1 if there are any. */
export async function verify(settings: Settings, { print }: CommandOutput = terminal): Promise<void> {
  const service = await openExisting(settings);
  try {
    const { read, damaged, missing } = await service.verify();
    for (const hash of damaged) print(`Damaged: ${hash}`);
    for (const hash of missing) print(`Missing: ${hash}`);
    const isSound = damaged.length + missing.length === 0;
    print(
      isSound
        ? `No problems found in ${read} stored contents.`
        : `${read} stored contents were read: ${damaged.length} damaged, ${missing.length} missing.`,
    );
    if (!isSound) process.exitCode = 1;
  } finally {
    await service.close();
  }
}

/**
 * Repairs a damaged database and prints what it did; sets exit code 1 if it cannot be repaired. Throws while a host
 * is running on the data.
 */
export async function repair(settings: Settings, { print }: CommandOutput = terminal): Promise<void> {
  requireCommunity(settings.data);
  const { outcome, damage, previousData: aside } = await repairDatabase(settings.data, unixNow());
  if (outcome === 'sound') return print('No problems found in the database. Nothing to repair.');
  const areas = areasOf(damage).map((area) => (area === 'file' ? 'the database file' : area));
  print(`Damaged: ${areas.join(', ')}.`);
  if (outcome === 'repaired') {
    print('The database was repaired and checked: no problems left.');
    return print(`The previous database was moved to ${aside ?? ''}. You can delete it.`);
  }
  print('Stored rows are damaged, so the database cannot be repaired. Nothing was changed.');
  print(adviceFor(settings.data, await listSoundBackups(settings.data)));
  process.exitCode = 1;
}

/** Removes the witness of a host that is stopped, so that it doesn't wait for it any more. */
export async function removeWitness({ data }: Settings, { print }: CommandOutput = terminal): Promise<void> {
  requireNoStandby(data);
  const path = join(data, DATABASE_FILE);
  if (!existsSync(path)) throw noCommunity(data);
  const lock = lockDataFolder(data);
  try {
    const raw = new Database(path);
    const isRemoved = removeWitnessRow(raw);
    raw.close();
    print(
      isRemoved
        ? 'The witness was removed: this host goes on without it.'
        : 'There is no witness. Nothing was changed.',
    );
  } catch (error) {
    throw isDamage(error) ? await createDamagedError(data, error) : error;
  } finally {
    lock.release();
  }
}

/**
 * Replaces the data with a backup and prints where the previous data is. Throws while a host is running on the data.
 */
export async function restore(
  settings: Settings,
  backup: string,
  { print, askSecret }: CommandOutput = terminal,
): Promise<void> {
  requireNoStandby(settings.data);
  const now = unixNow();
  const {
    made,
    previousData: aside,
    missing,
  } = await restoreBackup(settings.data, backup, now, {
    date: settings.restoreDate,
    askPassphrase: async () =>
      settings.backupPassphrase ?? (await askSecret('Passphrase of the encrypted backups: ')),
  });
  for (const sentence of missing) print(sentence);
  print(`Restored the backup of ${new Date(made * 1000).toISOString()}.`);
  if (aside !== null) print(`The previous data was moved to ${aside}. You can delete it.`);
  const successor = readSuccessor(settings.data);
  if (successor !== null) print(restoredBesideSuccessor(successor.name || 'another computer'));
}

function restoredBesideSuccessor(host: string): string {
  return `The community is hosted on ${host} now, so here it is read-only. If that computer is lost, the owner can host it from here again in Settings → Standby.`;
}
