import { totalmem } from 'node:os';
import { AppError } from '../../../shared/errors';
import { RoundRobinQueue } from '../round-robin-queue';
import { forkPictureProcess, type StartPictureProcess } from './picture-processes';
import type { CleanedPicture, PictureTask } from './picture-task';
import { RunningPictureProcess, type PictureLimits } from './running-picture-process';

/**
 * Decodes pictures in separate processes with limited time and memory: a hostile picture only costs its owner's turn.
 */
export class PictureDecoder {
  readonly #start: StartPictureProcess;
  readonly #limits: PictureLimits;
  readonly #queue = new RoundRobinQueue<number>(CONCURRENCY);
  #idle: RunningPictureProcess[] = [];

  constructor(start: StartPictureProcess = forkPictureProcess, limits: Partial<PictureLimits> = {}) {
    this.#start = start;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /**
   * Runs a task when the person's turn comes. Throws `too_large` or `invalid_type` for pictures that cannot be
   * accepted, `unavailable` if no process can be started or the signal aborts.
   */
  run(task: PictureTask, person: number, signal: AbortSignal): Promise<CleanedPicture | null> {
    return this.#queue.run(person, async () => {
      if (signal.aborted) throw new AppError('unavailable');
      this.#idle = this.#idle.filter(({ isAlive }) => isAlive);
      const running = this.#idle.pop() ?? (await RunningPictureProcess.start(this.#start));
      try {
        return await running.run(task, this.#limits, signal);
      } finally {
        if (running.isAlive) this.#idle.push(running);
        running.killWhenIdle(IDLE_MS);
      }
    });
  }
}

const MEBIBYTE = 1024 * 1024;
/** The largest pictures of each format took up to 1.3 GiB and 13 seconds on two slow cores. */
const DEFAULT_LIMITS: PictureLimits = {
  milliseconds: 20_000,
  bytes: Math.min(1536 * MEBIBYTE, totalmem() / 4),
};
/** Pictures decoded at the same time. */
const CONCURRENCY = 2;
/** People upload albums picture by picture. */
const IDLE_MS = 30_000;

/** Shared by all services of this program that are given no decoder of their own. */
export const pictureDecoder = new PictureDecoder();
