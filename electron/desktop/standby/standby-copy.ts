import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { StandbyCopyProblem, StandbyCopyState } from '../../../shared/standby-copy';
import type { StartPictureProcess } from '../../content/pictures/picture-processes';
import { DATABASE_FILE } from '../../database/health/missing-database';
import { readRecord, STANDBY_FILE } from '../../standby/copy/standby-folder';
import { PictureRelay } from './picture-relay';
import type {
  FromStandbyProcess,
  StandbyProcess,
  StartStandbyProcess,
  ToStandbyProcess,
} from './process-messages';

/** The folder, link and process of one StandbyCopy. */
export interface StandbyCopyOptions {
  /** The copy's data folder. */
  folder: string;
  link: string;
  /** Path of the built standby-process.ts. */
  modulePath: string;
  start: StartStandbyProcess;
  startPictures: StartPictureProcess;
  /** Flags of the process while it hosts the community, without `--data`. */
  flags: readonly string[];
  log: string;
  onChange: () => void;
  /** Called regularly with the shared addresses while this computer hosts the community. */
  onHosting: (addresses: readonly string[]) => void;
  logger: Logger;
}

/**
 * The standby copy of one community on this computer. Runs a process that syncs the copy with its host, or hosts the
 * community from it, and restarts the process with exponential backoff if it exits by itself.
 */
export class StandbyCopy {
  readonly #options: StandbyCopyOptions;
  #state: StandbyCopyState = NEW;
  #running: RunningProcess | null = null;
  /** Why the community could not be hosted from here. */
  #promotionProblem: StandbyCopyProblem | null = null;
  #delay = MIN_DELAY_MS;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the process must not be restarted: it was stopped, or the host no longer accepts this copy. */
  #isEnded = true;

  constructor(options: StandbyCopyOptions) {
    this.#options = options;
  }

  get state(): StandbyCopyState {
    const problem = this.#state.problem ?? this.#promotionProblem;
    const lacksContents = readRecord(this.#options.folder)?.hasContents === false;
    return { ...this.#state, problem, isComplete: this.#hasFile(DATABASE_FILE), lacksContents };
  }

  /** Whether the folder belongs to a host and must not be deleted. */
  get isHost(): boolean {
    return this.#hasFile(DATABASE_FILE) && !this.#hasFile(STANDBY_FILE);
  }

  /** Starts the process. */
  begin(): void {
    this.#isEnded = false;
    this.#setState(NEW);
    this.#start(this.isHost ? this.#hostMessage(false) : this.#followMessage());
  }

  /** Hosts the community from the copy. If that is refused, it follows its host again and the state has the reason. */
  async promote(): Promise<void> {
    await this.stop();
    this.#isEnded = false;
    this.#promotionProblem = null;
    this.#setState({ ...NEW, status: 'promoting' });
    this.#start(this.#hostMessage(true));
  }

  /** Makes a host that was replaced the standby of the new one. */
  async rejoin(): Promise<void> {
    await this.stop();
    this.#isEnded = false;
    this.#setState(NEW);
    const { folder, log } = this.#options;
    this.#start({ type: 'rejoin', folder, argv: this.#argv, log });
  }

  /** Stops the process and waits for its exit. */
  async stop(): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    const running = this.#running;
    if (!running) return;
    running.process.send({ type: 'stop' });
    const timer = setTimeout(() => running.process.kill(), STOP_TIMEOUT_MS);
    await running.ended;
    clearTimeout(timer);
  }

  #start(first: ToStandbyProcess): void {
    const { start, startPictures, modulePath, logger } = this.#options;
    const { promise: ended, resolve: onEnded } = Promise.withResolvers<void>();
    const relay = new PictureRelay(startPictures, (message) => {
      if (this.#running?.relay === relay) this.#running.process.send(message);
    });
    const process = start(modulePath, {
      onMessage: (message) => this.#onMessage(message),
      onExit: () => {
        relay.close();
        this.#running = null;
        onEnded();
        if (!this.#isEnded) this.#restart();
        else if (this.#state.status !== 'refused') logger.info('the process of a copy has ended');
      },
    });
    this.#running = { process, relay, ended };
    process.send(first);
  }

  #onMessage(message: FromStandbyProcess): void {
    switch (message.type) {
      case 'picture':
        return this.#running?.relay.receive(message);
      case 'progress':
        if (message.progress.status === 'in_step') this.#delay = MIN_DELAY_MS;
        return this.#setState({ ...NEW, ...message.progress });
      case 'hosting':
        this.#delay = MIN_DELAY_MS;
        this.#setState({ ...NEW, status: 'hosting', addresses: message.addresses });
        return this.#options.onHosting(message.addresses);
      case 'superseded':
        this.#delay = MIN_DELAY_MS;
        return this.#setState({ ...NEW, status: 'superseded', newHost: message.newHost });
      case 'refused':
        return this.#refuse(message.problem);
    }
  }

  /** Handles the last message before the process exits. */
  #refuse(problem: StandbyCopyProblem): void {
    if (this.#state.status === 'promoting') this.#promotionProblem = problem;
    else {
      this.#isEnded = !isTemporary(problem);
      this.#setState({ ...NEW, status: 'refused', problem });
    }
  }

  #restart(): void {
    if (this.#state.status === 'promoting') {
      if (!this.isHost) this.#promotionProblem ??= 'failed';
      return this.begin();
    }
    if (this.#state.status !== 'refused') this.#setState({ ...NEW, status: 'failed', problem: 'failed' });
    this.#timer = setTimeout(() => this.begin(), this.#delay);
    this.#delay = Math.min(this.#delay * 2, MAX_DELAY_MS);
  }

  #followMessage(): ToStandbyProcess {
    const { folder, link, log } = this.#options;
    return { type: 'follow', folder, link, argv: this.#argv, log };
  }

  get #argv(): string[] {
    const { folder, flags } = this.#options;
    return ['--data', folder, ...flags];
  }

  #hostMessage(isNew: boolean): ToStandbyProcess {
    return { type: 'host', argv: this.#argv, isNew };
  }

  #setState(state: StandbyCopyState): void {
    const hasChanged = !isDeepStrictEqual(state, this.#state);
    this.#state = state;
    if (hasChanged) this.#options.onChange();
  }

  #hasFile(file: string): boolean {
    return existsSync(join(this.#options.folder, file));
  }
}

/** Whether the host may accept the copy later, with nothing changed here. */
function isTemporary(problem: StandbyCopyProblem): boolean {
  return problem === 'version' || problem === 'busy';
}

interface RunningProcess {
  process: StandbyProcess;
  relay: PictureRelay;
  ended: Promise<void>;
}

const NEW: StandbyCopyState = {
  status: 'connecting',
  ...{ done: 0, total: 0, since: 0, problem: null, addresses: [], newHost: '' },
  ...{ isComplete: false, lacksContents: false },
};
/** Minimum and maximum delay before a process is restarted, in milliseconds. */
const MIN_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;
/** Milliseconds until a process that does not exit is killed: quitting the program waits for it. */
const STOP_TIMEOUT_MS = 3_500;
