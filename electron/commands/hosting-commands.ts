import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { releaseIdleMemory } from '../idle-memory';
import { RESTART, serve, type RunningServer } from '../server';
import { SettingsError, type Settings } from '../settings/settings';
import { StandbyClient } from '../standby/copy/standby-client';
import { readRecord, StandbyFolder, type StandbyRecord } from '../standby/copy/standby-folder';
import { parseLink } from '../standby/link';
import type { WitnessDescription } from '../standby/messages';
import { becomeStandby } from '../standby/succession/former-host';
import { readSuccessor } from '../standby/succession/successor';
import { RedirectServer } from '../standby/succession/redirect-server';
import { PROMOTED_FILE } from '../standby/succession/previous-host';
import { promoteStandby } from '../standby/succession/promote';
import { runWitness } from '../standby/witness/run-witness';
import { createLogger, printError, printLine } from './terminal';

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
  const former = findFormerHost(settings.data);
  const folder = former && (await StandbyFolder.reopen(settings.data, former));
  return runUntilStopped(settings, pages, { folder, code: '', ...(onReady && { onReady }) });
}

/** Makes the folder of a standby the one of a community's host, which will listen at `listen`. */
export async function promote(
  { data, standbyPort, hosts, log }: Settings,
  listen?: Pick<Settings, 'host' | 'port'>,
): Promise<void> {
  const logger = createLogger({ log });
  const missing = await promoteStandby(data, { standbyPort, hosts, logger, ...(listen && { listen }) });
  if (missing > 0) printError(`${missing} photos and files had not been copied yet and are missing here.`);
}

/**
 * Keeps a copy of the community whose host made this link, until SIGTERM or Ctrl+C, and hosts the community if a
 * witness lets it take over. Prints a line once nothing is behind. Throws if the host refuses or the folder holds
 * something else.
 */
export async function standby(settings: Settings, text: string, pages: string): Promise<never> {
  const { data } = settings;
  if (hasTakenOver(data)) return serveUntilStopped(settings, pages);
  const link = parseLink(text);
  if (text === '')
    return runUntilStopped(settings, pages, { folder: await openKnownStandby(data), code: '' });
  if (link === null) throw new SettingsError('The flag --standby needs a link from Settings, Standby.');
  const folder = await StandbyFolder.open(data, link);
  return runUntilStopped(settings, pages, { folder, code: link.code });
}

/** Is the witness of the community whose host made this link, until SIGTERM or Ctrl+C. */
export async function witness(settings: Settings, text: string): Promise<void> {
  await runWitness(settings, text, {
    logger: createLogger(settings),
    stop: untilStopped(),
    onReady: (name, port) => printLine(`Witness of ${name} is ready on port ${port}`),
  });
}

interface Beginning {
  /** The folder of the standby that it is at first; null if it is the host. */
  folder: StandbyFolder | null;
  /** The one-time code of the standby's link. */
  code: string;
  onReady?: (served: RunningServer) => void;
}

/** Is host and standby in turn: the standby after the community has moved away, and the host after a takeover. */
async function runUntilStopped(
  settings: Settings,
  pages: string,
  { folder, code, onReady }: Beginning,
): Promise<never> {
  let running: RunningServer | null = null;
  const stop = untilStopped(() => void running?.reloadCertificate());
  const logger = createLogger(settings);
  releaseIdleMemory();
  const { data, standbyPort, hosts } = settings;
  let { port } = settings;
  for (let standbyFolder = folder; ;) {
    if (standbyFolder !== null) {
      const granted = await follow(standbyFolder, { code, logger, stop });
      if (granted === null) process.exit(0);
      printLine('The host is gone, and the witness agrees: this computer takes over');
      await promoteStandby(data, { standbyPort, hosts, logger, granted });
    }
    const served = await serve({ ...settings, port }, { logger, ...(existsSync(pages) && { pages }) });
    announce(served);
    running = served;
    onReady?.(served);
    const end = await Promise.race([stop, served.moved, served.restart]);
    running = null;
    logger.info(typeof end === 'string' ? { signal: end } : {}, 'stopping');
    await served.close();
    logger.info('stopped');
    if (typeof end === 'string') process.exit(0);
    if (end === RESTART) {
      // Open pages look for the host where it was, even if that was any free port.
      if (port === 0) port = Number(new URL(served.url).port);
      standbyFolder = null;
      continue;
    }
    standbyFolder = await becomeStandby(data, end);
    printLine(`The community is hosted on ${standbyFolder.record.host.machine} now`);
  }
}

function announce(served: RunningServer): void {
  printLine(`Courtyard is ready at ${served.url}`);
  if (served.setupUrl !== null) printLine(`Set it up at ${served.setupUrl}`);
  if (served.sharedUrl !== null) printLine(`Shared at ${served.sharedUrl}`);
}

/** The folder of a standby that was paired before, or of a host that has a successor. */
async function openKnownStandby(data: string): Promise<StandbyFolder> {
  const record = readRecord(data);
  if (record !== null) return StandbyFolder.reopen(data, record);
  if (readSuccessor(data) === null)
    throw new SettingsError('The flag --standby needs a link from Settings, Standby.');
  return becomeStandby(data, null);
}

/** Whether this machine has become the host from its standby's folder, and no other one has since. */
function hasTakenOver(data: string): boolean {
  return readRecord(data) === null && existsSync(join(data, PROMOTED_FILE)) && readSuccessor(data) === null;
}

/** What a standby remembers in its folder if its machine was the host before and handed the community over. */
function findFormerHost(data: string): StandbyRecord | null {
  const record = readRecord(data);
  return record?.served ? record : null;
}

/**
 * Follows the host until a signal, and answers where the community was served if this machine was the host. Returns the
 * term in which this machine is the host, if the witness let it take over; null once it was stopped.
 */
async function follow(
  folder: StandbyFolder,
  { code, logger, stop }: { code: string; logger: Logger; stop: Promise<NodeJS.Signals> },
): Promise<number | null> {
  let granted: number | null = null;
  let isInStep = false;
  const client = new StandbyClient({
    folder,
    code,
    onInStep: (name) => {
      isInStep = true;
      printLine(`Standby is in step with ${name}`);
      printLine(witnessLine(folder.record.witness));
    },
    onWitness: (one) => {
      if (isInStep) printLine(witnessLine(one));
    },
    onGrant: (term) => void (granted = term),
    logger,
  });
  const where = () => ({ machine: folder.record.host.machine, urls: folder.record.urls });
  const pages = new RedirectServer(where, logger);
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
  return granted;
}

function witnessLine(one: WitnessDescription | null): string {
  return one === null ? NO_WITNESS : `If the host is gone, this standby takes over once ${one.name} agrees`;
}

/**
 * Resolves with the first signal; later ones are ignored, since shutting down has its own time limit. In a terminal
 * SIGHUP means that it was closed; without one it asks to reload, which must not end who has nothing to reload.
 */
function untilStopped(reload: () => void = () => undefined): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.on('SIGTERM', resolve);
    process.on('SIGINT', resolve);
    process.on('SIGHUP', process.stdin.isTTY ? resolve : reload);
  });
}

const NO_WITNESS =
  'This standby does not take over automatically: two computers cannot tell whether the other is off or only the network between them. Use --promote, or pair a third computer as the witness';
