import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { adviceFor, listSoundBackups } from './backup/damaged-error';
import { restoreBackup } from './backup/restore';
import { areasOf } from './database/areas';
import { repairDatabase } from './repair/repair';
import { serve, type RunningServer } from './server';
import { openService } from './service';
import { SettingsError, type Settings } from './settings';
import { parseLink } from './standby/link';
import { StandbyClient } from './standby/copy/standby-client';
import { promoteStandby } from './standby/succession/promote';
import {
  readRecord,
  requireNoStandby,
  StandbyFolder,
  type StandbyRecord,
} from './standby/copy/standby-folder';
import { becomeStandby } from './standby/succession/former-host';
import { readSuccessor } from './standby/succession/hosting-gate';
import { MovedPages } from './standby/succession/moved-pages';
import { askSecret, createLogger, printLine } from './terminal';

/**
 * Serves a community to browsers and programs until SIGTERM or Ctrl+C, then exits with 0; without a terminal SIGHUP
 * reloads the certificate. Prints the ready line, the set-up link while the community has no owner, and the link for
 * guests if it is shared. Throws if it cannot start. `pages` is the folder of the built pages; `onReady` is called
 * once it is ready.
 */
export async function serveUntilStopped(
  settings: Settings,
  pages: string,
  onReady?: (served: RunningServer) => void,
): Promise<never> {
  const stop = untilStopped();
  const logger = createLogger(settings);
  const former = findFormerHost(settings.data);
  if (former !== null)
    return followUntilStopped(await StandbyFolder.reopen(settings.data, former), logger, stop);
  const served = await serve(settings, { logger, ...(existsSync(pages) && { pages }) });
  printLine(`Courtyard is ready at ${served.url}`);
  if (served.setupUrl !== null) printLine(`Set it up at ${served.setupUrl}`);
  if (served.sharedUrl !== null) printLine(`Shared at ${served.sharedUrl}`);
  if (!process.stdin.isTTY) process.on('SIGHUP', () => void served.reloadCertificate());
  onReady?.(served);
  const end = await Promise.race([stop, served.moved]);
  logger.info(typeof end === 'string' ? { signal: end } : {}, 'stopping');
  await served.close();
  logger.info('stopped');
  if (typeof end === 'string') process.exit(0);
  const folder = await becomeStandby(settings.data, end);
  printLine(`The community is hosted on ${folder.record.host.machine} now`);
  return followUntilStopped(folder, logger, stop);
}

/** Makes the folder of a standby the one of a community's host. */
export async function promote({ data, standbyPort, hosts, log }: Settings): Promise<void> {
  await promoteStandby(data, { standbyPort, hosts, logger: createLogger({ log }) });
}

/** Prints a code with which the owner can choose a new password. */
export async function resetOwner(settings: Settings): Promise<void> {
  const service = await openService({ data: settings.data, settings, logger: createLogger(settings) });
  try {
    const { Code, Expires } = await service.resetOwner();
    printLine(
      `The owner can set a new password with the code ${Code} until ${new Date(Expires * 1000).toISOString()}.`,
    );
  } finally {
    await service.close();
  }
}

/** Reads all stored contents and prints the problems found; sets exit code 1 if there are any. */
export async function verify(settings: Settings): Promise<void> {
  const service = await openService({ data: settings.data, settings, logger: createLogger(settings) });
  try {
    const { read, damaged, missing } = await service.verify();
    for (const hash of damaged) printLine(`Damaged: ${hash}`);
    for (const hash of missing) printLine(`Missing: ${hash}`);
    const isSound = damaged.length + missing.length === 0;
    printLine(
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
export async function repair(settings: Settings): Promise<void> {
  requireNoStandby(settings.data);
  const {
    outcome,
    damage,
    previousData: aside,
  } = await repairDatabase(settings.data, Math.floor(Date.now() / 1000));
  if (outcome === 'sound') return printLine('No problems found in the database. Nothing to repair.');
  printLine(`Damaged: ${areasOf(damage).join(', ')}.`);
  if (outcome === 'repaired') {
    printLine('The database was repaired and checked: no problems left.');
    return printLine(`The previous database was moved to ${aside ?? ''}. You can delete it.`);
  }
  printLine('Stored rows are damaged, so the database cannot be repaired. Nothing was changed.');
  printLine(adviceFor(settings.data, await listSoundBackups(settings.data)));
  process.exitCode = 1;
}

/**
 * Replaces the data with a backup and prints where the previous data is. Throws while a host is running on the data.
 */
export async function restore(settings: Settings, backup: string): Promise<void> {
  requireNoStandby(settings.data);
  const now = Math.floor(Date.now() / 1000);
  const {
    made,
    previousData: aside,
    missing,
  } = await restoreBackup(settings.data, backup, now, {
    date: settings.restoreDate,
    askPassphrase: async () =>
      settings.backupPassphrase ?? (await askSecret('Passphrase of the encrypted backups: ')),
  });
  for (const sentence of missing) printLine(sentence);
  printLine(`Restored the backup of ${new Date(made * 1000).toISOString()}.`);
  if (aside !== null) printLine(`The previous data was moved to ${aside}. You can delete it.`);
}

/**
 * Keeps a copy of the community whose host made this link, until SIGTERM or Ctrl+C. Prints a line once nothing is
 * behind. Throws if the host refuses or the folder holds something else.
 */
export async function standby(settings: Settings, text: string): Promise<void> {
  const logger = createLogger(settings);
  const link = parseLink(text);
  if (text === '')
    return follow(await openKnownStandby(settings.data), { code: '', logger, stop: untilStopped() });
  if (link === null) throw new SettingsError('The flag --standby needs a link from Settings, Standby.');
  const folder = await StandbyFolder.open(settings.data, link);
  await follow(folder, { code: link.code, logger, stop: untilStopped() });
}

/** The folder of a standby that was paired before, or of a host that has a successor. */
async function openKnownStandby(data: string): Promise<StandbyFolder> {
  const record = readRecord(data);
  if (record !== null) return StandbyFolder.reopen(data, record);
  if (readSuccessor(data) === null)
    throw new SettingsError('The flag --standby needs a link from Settings, Standby.');
  return becomeStandby(data, null);
}

/** What a standby remembers in its folder if its machine was the host before and handed the community over. */
function findFormerHost(data: string): StandbyRecord | null {
  const record = readRecord(data);
  return record?.served ? record : null;
}

async function followUntilStopped(
  folder: StandbyFolder,
  logger: Logger,
  stop: Promise<NodeJS.Signals>,
): Promise<never> {
  await follow(folder, { code: '', logger, stop });
  process.exit(0);
}

/** Follows the host until a signal, and answers where the community was served if this machine was the host. */
async function follow(
  folder: StandbyFolder,
  { code, logger, stop }: { code: string; logger: Logger; stop: Promise<NodeJS.Signals> },
): Promise<void> {
  const onInStep = (name: string) => printLine(`Standby is in step with ${name}`);
  const client = new StandbyClient({ folder, code, onInStep, logger });
  const where = () => ({ machine: folder.record.host.machine, urls: folder.record.urls });
  const pages = new MovedPages(where, logger);
  void stop.then((signal) => {
    logger.info({ signal }, 'stopping');
    client.stop();
  });
  try {
    if (folder.record.served !== null) await pages.open(folder.path, folder.record.served);
    await client.run();
  } finally {
    await pages.close();
    await folder.close();
  }
}

/**
 * Resolves with the first signal; later ones are ignored, since shutting down has its own time limit. In a terminal
 * SIGHUP means that it was closed.
 */
function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.on('SIGTERM', resolve);
    process.on('SIGINT', resolve);
    if (process.stdin.isTTY) process.on('SIGHUP', resolve);
  });
}
