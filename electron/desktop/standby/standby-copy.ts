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
  /** Called again and again while this computer hosts the community: where it is shared. */
  onHosting: (addresses: readonly string[]) => void;
  logger: Logger;
}

/**
 * The copy of one community on this computer: a process that keeps it in step with its host, or that hosts the
 * community from it. The process is started again, after a growing delay, if it ends by itself.
 */
export class StandbyCopy {
  readonly #options: StandbyCopyOptions;
  #state: StandbyCopyState = NEW;
  #running: RunningProcess | null = null;
  /** Why the community could not be hosted from here. */
  #promotionProblem: StandbyCopyProblem | null = null;
  #delay = MIN_DELAY_MS;
  #timer: NodeJS.Timeout | undefined;
  /** No process is wanted: it was stopped, or the host doesn't want this copy any more. */
  #isEnded = true;

  constructor(options: StandbyCopyOptions) {
    this.#options = options;
  }

  get state(): StandbyCopyState {
    const problem = this.#state.problem ?? this.#promotionProblem;
    const lacksContents = readRecord(this.#options.folder)?.hasContents === false;
    return { ...this.#state, problem, isComplete: this.#has(DATABASE_FILE), lacksContents };
  }

  /** Whether the folder is that of a host: it must not be deleted. */
  get isHost(): boolean {
    return this.#has(DATABASE_FILE) && !this.#has(STANDBY_FILE);
  }

  /** Starts its process. */
  begin(): void {
    this.#isEnded = false;
    this.#set(NEW);
    this.#start(this.isHost ? this.#hostMessage(false) : this.#followMessage());
  }

  /** Hosts the community from the copy. If that is refused, the copy follows its host again, and the state says why. */
  async promote(): Promise<void> {
    await this.stop();
    this.#isEnded = false;
    this.#promotionProblem = null;
    this.#set({ ...NEW, status: 'promoting' });
    this.#start(this.#hostMessage(true));
  }

  /** A host that was replaced becomes the standby of the new one. */
  async rejoin(): Promise<void> {
    await this.stop();
    this.#isEnded = false;
    this.#set(NEW);
    const { folder, log } = this.#options;
    this.#start({ type: 'rejoin', folder, argv: this.#argv, log });
  }

  /** Ends the process; resolves once it has ended. */
  async stop(): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    const running = this.#running;
    if (!running) return;
    running.process.send({ type: 'stop' });
    const timer = setTimeout(() => running.process.kill(), STOP_MS);
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
      onMessage: (message) => this.#take(message),
      onExit: () => {
        relay.close();
        this.#running = null;
        onEnded();
        if (!this.#isEnded) this.#startAgain();
        else if (this.#state.status !== 'refused') logger.info('the process of a copy has ended');
      },
    });
    this.#running = { process, relay, ended };
    process.send(first);
  }

  #take(message: FromStandbyProcess): void {
    switch (message.type) {
      case 'picture':
        return this.#running?.relay.receive(message);
      case 'progress':
        if (message.progress.status === 'in_step') this.#delay = MIN_DELAY_MS;
        return this.#set({ ...NEW, ...message.progress });
      case 'hosting':
        this.#delay = MIN_DELAY_MS;
        this.#set({ ...NEW, status: 'hosting', addresses: message.addresses });
        return this.#options.onHosting(message.addresses);
      case 'superseded':
        this.#delay = MIN_DELAY_MS;
        return this.#set({ ...NEW, status: 'superseded', newHost: message.newHost });
      case 'refused':
        return this.#refuse(message.problem);
    }
  }

  /** The process ends after this message. */
  #refuse(problem: StandbyCopyProblem): void {
    if (this.#state.status === 'promoting') this.#promotionProblem = problem;
    else {
      this.#isEnded = !isTemporary(problem);
      this.#set({ ...NEW, status: 'refused', problem });
    }
  }

  #startAgain(): void {
    if (this.#state.status === 'promoting') {
      if (!this.isHost) this.#promotionProblem ??= 'failed';
      return this.begin();
    }
    if (this.#state.status !== 'refused') this.#set({ ...NEW, status: 'failed', problem: 'failed' });
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

  #set(state: StandbyCopyState): void {
    const isNews = !isDeepStrictEqual(state, this.#state);
    this.#state = state;
    if (isNews) this.#options.onChange();
  }

  #has(file: string): boolean {
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
/** Milliseconds before a process is started again. */
const MIN_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;
/** Milliseconds in which a process may end: quitting the program waits for it. */
const STOP_MS = 3_500;
