import { join } from 'node:path';
import type { Logger } from 'pino';
import { PictureDecoder } from '../../content/pictures/picture-decoder';
import { restrictNewFiles } from '../../private-files';
import { RESTART, serve, type RunningServer } from '../../server';
import { loadSettings } from '../../settings/settings';
import { parseLink } from '../../standby/link';
import { promoteStandby } from '../../standby/succession/promote';
import { PromotionRefusedError } from '../../standby/succession/promotion-refused';
import { MoveRefusedError, StandbyRefusedError } from '../../standby/copy/refusals';
import { StandbyClient } from '../../standby/copy/standby-client';
import { StandbyFolder } from '../../standby/copy/standby-folder';
import { becomeStandby } from '../../standby/succession/former-host';
import { readSuccessor } from '../../standby/succession/successor';
import { RedirectServer } from '../../standby/succession/redirect-server';
import { createLogger } from '../../commands/terminal';
import type { StandbyCopyProblem } from '../../../shared/standby-copy';
import type { CopyProgress } from '../../standby/copy/copy-progress';
import { RemotePictures } from './picture-relay';
import type { FromStandbyProcess, ToStandbyProcess } from './process-messages';

/*
 * Entry point of the process of one standby copy: syncs the copy with its host, or hosts the community from it. Exits
 * on a `stop` message, or with the program.
 */

/** The channel to the program that started this process. */
interface Program {
  send: (message: FromStandbyProcess) => void;
  receive: (listener: (message: ToStandbyProcess) => void) => void;
}

/** In Electron's utility processes this replaces `process.send`. */
interface UtilityPort {
  postMessage: (message: unknown) => void;
  on: (event: 'message', listener: (event: { data: ToStandbyProcess }) => void) => void;
}

/** Milliseconds between two reports of progress, and of the shared addresses. */
const PROGRESS_MS = 200;
const HOSTING_MS = 2_000;

const program = findProgram();
const pictures = new RemotePictures((message) => program.send(message));
const stopping = Promise.withResolvers<void>();

restrictNewFiles();
program.receive((message) => {
  if (message.type === 'follow') void exitAfter(follow(message));
  else if (message.type === 'host') void exitAfter(host(message));
  else if (message.type === 'rejoin') void exitAfter(rejoin(message));
  else if (message.type === 'stop') stopping.resolve();
  else pictures.receive(message);
});

function findProgram(): Program {
  const { parentPort } = process as { parentPort?: UtilityPort };
  if (parentPort)
    return {
      send: (message) => parentPort.postMessage(message),
      receive: (listener) => parentPort.on('message', ({ data }) => listener(data)),
    };
  process.on('disconnect', () => stopping.resolve());
  return {
    send: (message) => void process.send?.(message),
    receive: (listener) => void process.on('message', listener),
  };
}

async function exitAfter(work: Promise<void>): Promise<void> {
  try {
    await work;
    process.exit(0);
  } catch (error) {
    const problem = problemOf(error);
    createLogger({ log: 'warn' }).warn({ err: error }, 'a copy of a community ended');
    if (problem !== null) program.send({ type: 'refused', problem });
    // Leaves time for the message to be delivered.
    setTimeout(() => process.exit(1), EXIT_DELAY_MS);
  }
}

const EXIT_DELAY_MS = 200;

function problemOf(error: unknown): StandbyCopyProblem | null {
  if (error instanceof StandbyRefusedError) return error.reason;
  if (error instanceof MoveRefusedError) return error.reason === 'newer' ? 'newer' : 'not_moved';
  if (error instanceof PromotionRefusedError) return error.reason === 'no_standby' ? 'failed' : error.reason;
  return null;
}

async function follow({
  folder,
  link,
  argv,
  log,
}: Extract<ToStandbyProcess, { type: 'follow' }>): Promise<void> {
  const parsed = parseLink(link);
  if (parsed === null) throw new StandbyRefusedError('link');
  const logger = createLogger({ log: log as 'info' });
  const granted = await syncWithHost(await StandbyFolder.open(folder, parsed), parsed.code, logger);
  await hostIfGranted(granted, argv);
}

/**
 * Syncs the copy with its host until it is stopped (returns null), or until the witness grants a takeover (returns the
 * term in which this computer is the host).
 */
async function syncWithHost(folder: StandbyFolder, code: string, logger: Logger): Promise<number | null> {
  const reports = new ProgressReporter();
  let granted: number | null = null;
  const hostLocation = () => ({ machine: folder.record.host.machine, urls: folder.record.urls });
  const pages = new RedirectServer(hostLocation, logger);
  const client = new StandbyClient({
    folder,
    code,
    onInStep: () => undefined,
    onGrant: (term) => void (granted = term),
    onProgress: (progress) => reports.add(progress),
    logger,
  });
  void stopping.promise.then(() => client.stop());
  try {
    if (folder.record.served !== null) await pages.open(folder.path, folder.record.served);
    await client.run();
  } finally {
    reports.stop();
    await pages.close();
    await folder.close();
  }
  return granted;
}

/** Hosts the community if this computer has taken over. */
async function hostIfGranted(granted: number | null, argv: string[]): Promise<void> {
  if (granted !== null) await host({ argv, isNew: true }, granted);
}

async function host(
  { argv, isNew }: Pick<Extract<ToStandbyProcess, { type: 'host' }>, 'argv' | 'isNew'>,
  granted?: number,
): Promise<void> {
  const settings = loadSettings(argv, {});
  const logger = createLogger(settings);
  if (isNew) await promoteStandby(settings.data, { ...settings, logger, ...(granted && { granted }) });
  const { prepareSharing } = await import('./sharing-port');
  await prepareSharing(settings.data, isNew);
  const served = await serve(settings, {
    logger,
    pages: join(import.meta.dirname, '..', 'renderer'),
    pictureDecoder: new PictureDecoder(pictures.start),
  });
  const report = () => program.send(hostingOf(settings.data, served));
  report();
  const timer = setInterval(report, HOSTING_MS);
  const ports = await Promise.race([stopping.promise, served.moved, served.restart]);
  clearInterval(timer);
  await served.close();
  if (ports === RESTART) return host({ argv, isNew: false });
  // Another computer hosts the community now, so this one becomes its standby.
  if (ports)
    await hostIfGranted(await syncWithHost(await becomeStandby(settings.data, ports), '', logger), argv);
}

async function rejoin({ folder, argv, log }: Extract<ToStandbyProcess, { type: 'rejoin' }>): Promise<void> {
  const logger = createLogger({ log: log as 'info' });
  await hostIfGranted(await syncWithHost(await becomeStandby(folder, null), '', logger), argv);
}

function hostingOf(folder: string, served: RunningServer): FromStandbyProcess {
  const successor = readSuccessor(folder);
  if (successor?.how === 'takeover') return { type: 'superseded', newHost: successor.name };
  return { type: 'hosting', addresses: addressesOf(served) };
}

/** Returns the addresses of the shared community, the local one first. */
function addressesOf({ sharedUrl }: RunningServer): string[] {
  if (sharedUrl === null) return [];
  const { host: shared, port } = new URL(sharedUrl);
  return [`127.0.0.1:${port || '443'}`, shared];
}

/** Sends the latest progress to the program, throttled to what a person can read. */
class ProgressReporter {
  #latest: CopyProgress | null = null;
  #timer: NodeJS.Timeout | undefined;

  add(progress: CopyProgress): void {
    const isSame = this.#latest?.status === progress.status;
    this.#latest = progress;
    if (!isSame) return this.#send();
    this.#timer ??= setTimeout(() => this.#send(), PROGRESS_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#latest) program.send({ type: 'progress', progress: this.#latest });
  }
}
