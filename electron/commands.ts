import { existsSync } from 'node:fs';
import { adviceFor, listSoundBackups } from './backup/damaged-error';
import { restoreBackup } from './backup/restore';
import { areasOf } from './database/areas';
import { repairDatabase } from './repair/repair';
import { serve, type RunningServer } from './server';
import { openService } from './service';
import { SettingsError, type Settings } from './settings';
import { parseLink } from './standby/link';
import { StandbyClient } from './standby/standby-client';
import { requireNoStandby, StandbyFolder } from './standby/standby-folder';
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
  const served = await serve(settings, { logger, ...(existsSync(pages) && { pages }) });
  printLine(`Courtyard is ready at ${served.url}`);
  if (served.setupUrl !== null) printLine(`Set it up at ${served.setupUrl}`);
  if (served.sharedUrl !== null) printLine(`Shared at ${served.sharedUrl}`);
  if (!process.stdin.isTTY) process.on('SIGHUP', () => void served.reloadCertificate());
  onReady?.(served);
  logger.info({ signal: await stop }, 'stopping');
  await served.close();
  logger.info('stopped');
  process.exit(0);
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
  const link = parseLink(text);
  if (link === null) throw new SettingsError('The flag --standby needs a link from Settings, Standby.');
  const logger = createLogger(settings);
  const folder = await StandbyFolder.open(settings.data, link);
  const onInStep = (name: string) => printLine(`Standby is in step with ${name}`);
  const client = new StandbyClient({ folder, code: link.code, onInStep, logger });
  void untilStopped().then((signal) => {
    logger.info({ signal }, 'stopping');
    client.stop();
  });
  try {
    await client.run();
  } finally {
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
