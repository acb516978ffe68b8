import { existsSync } from 'node:fs';
import { adviceFor, listSoundBackups } from './backup/damaged-error';
import { restoreBackup } from './backup/restore';
import { areasOf } from './database/areas';
import { repairDatabase } from './repair/repair';
import { serve, type Served } from './server';
import { openService } from './service';
import type { Settings } from './settings';
import { createLogger, say } from './terminal';

/**
 * Serves a community to browsers and programs until SIGTERM or Ctrl+C, then ends the process with 0; without a terminal
 * SIGHUP reloads the certificate that guests are shown. On stdout go the ready line, while nobody owns the community the
 * set-up link, and the link for guests where it is shared. Throws when it cannot begin.
 * `pages` is the folder of the built pages; `onReady` hears once that it is there.
 */
export async function serveUntilStopped(
  settings: Settings,
  pages: string,
  onReady?: (served: Served) => void,
): Promise<never> {
  const stop = untilStopped();
  const logger = createLogger(settings);
  const served = await serve(settings, { logger, ...(existsSync(pages) && { pages }) });
  say(`Courtyard is ready at ${served.url}`);
  if (served.setupUrl !== null) say(`Set it up at ${served.setupUrl}`);
  if (served.sharedUrl !== null) say(`Shared at ${served.sharedUrl}`);
  if (!process.stdin.isTTY) process.on('SIGHUP', () => void served.reloadCertificate());
  onReady?.(served);
  logger.info({ signal: await stop }, 'stopping');
  await served.close();
  logger.info('stopped');
  process.exit(0);
}

/** Prints a code with which the owner chooses a new password. */
export async function resetOwner(settings: Settings): Promise<void> {
  const service = await openService({ data: settings.data, settings, logger: createLogger(settings) });
  try {
    const { Code, Expires } = await service.resetOwner();
    say(
      `The owner may choose a new password with the code ${Code} until ${new Date(Expires * 1000).toISOString()}.`,
    );
  } finally {
    await service.close();
  }
}

/** Reads everything that is stored and says what it found; the process then ends with 1 unless all is well. */
export async function verify(settings: Settings): Promise<void> {
  const service = await openService({ data: settings.data, settings, logger: createLogger(settings) });
  try {
    const { read, damaged, missing } = await service.verify();
    for (const hash of damaged) say(`Damaged: ${hash}`);
    for (const hash of missing) say(`Missing: ${hash}`);
    const isWell = damaged.length + missing.length === 0;
    say(
      isWell
        ? `All is well: ${read} stored contents were read.`
        : `${read} stored contents were read: ${damaged.length} damaged, ${missing.length} missing.`,
    );
    if (!isWell) process.exitCode = 1;
  } finally {
    await service.close();
  }
}

/**
 * Repairs a damaged database and says what it did; the process then ends with 1 where that is not possible. Throws while a
 * host runs on the data.
 */
export async function repair(settings: Settings): Promise<void> {
  const { outcome, damage, aside } = await repairDatabase(settings.data, Math.floor(Date.now() / 1000));
  if (outcome === 'sound') return say('The database is sound: there is nothing to repair.');
  say(`Damaged: ${areasOf(damage).join(', ')}.`);
  if (outcome === 'repaired') {
    say('The indexes were made anew from the stored rows, and the database was checked: it is sound.');
    return say(`The database as it was lies in ${aside ?? ''}, which can be deleted by hand.`);
  }
  say('Stored rows themselves are damaged, so that it cannot be repaired. Nothing was changed.');
  say(adviceFor(settings.data, await listSoundBackups(settings.data)));
  process.exitCode = 1;
}

/** Puts a backup in place of the data and says where those lie now. Throws while a host runs on them. */
export async function restore(settings: Settings, backup: string): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const { made, previousData: aside, missing } = await restoreBackup(settings.data, backup, now);
  for (const sentence of missing) say(sentence);
  say(`The community is as it was at ${new Date(made * 1000).toISOString()}.`);
  if (aside !== null) say(`What was there until now lies in ${aside}.`);
}

/**
 * A second signal while it stops changes nothing: stopping has its own limit of time. Where somebody sits at a terminal,
 * SIGHUP says that it was closed.
 */
function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.on('SIGTERM', resolve);
    process.on('SIGINT', resolve);
    if (process.stdin.isTTY) process.on('SIGHUP', resolve);
  });
}
