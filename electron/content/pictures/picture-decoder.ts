import { totalmem } from 'node:os';
import { AppError } from '../../../shared/errors';
import { FairQueue } from '../fair-queue';
import { forkPictureProcess, type StartPictureProcess } from './picture-processes';
import type { CleanedPicture, PictureTask } from './picture-task';
import { RunningPictureProcess, type PictureBounds } from './running-picture-process';

/**
 * Has pictures decoded in processes of their own, whose time and memory are bounded: a hostile picture costs its owner
 * the turn and nobody else anything.
 */
export class PictureDecoder {
  readonly #start: StartPictureProcess;
  readonly #bounds: PictureBounds;
  readonly #queue = new FairQueue<number>(CONCURRENCY);
  #idle: RunningPictureProcess[] = [];

  constructor(start: StartPictureProcess = forkPictureProcess, bounds: Partial<PictureBounds> = {}) {
    this.#start = start;
    this.#bounds = { ...BOUNDS, ...bounds };
  }

  /**
   * Runs a task when it is that person's turn. Throws `too_large` or `invalid_type` for a picture that cannot be accepted,
   * `unavailable` where no process can be started or the signal comes.
   */
  run(task: PictureTask, person: number, signal: AbortSignal): Promise<CleanedPicture | null> {
    return this.#queue.run(person, async () => {
      if (signal.aborted) throw new AppError('unavailable');
      this.#idle = this.#idle.filter(({ isAlive }) => isAlive);
      const running = this.#idle.pop() ?? (await RunningPictureProcess.start(this.#start));
      try {
        return await running.run(task, this.#bounds, signal);
      } finally {
        if (running.isAlive) this.#idle.push(running);
        running.killWhenIdle(IDLE_MS);
      }
    });
  }
}

const MEBIBYTE = 1024 * 1024;
/** The largest pictures of each format took up to 1.3 GiB and 13 seconds on two slow cores. */
const BOUNDS: PictureBounds = { milliseconds: 20_000, bytes: Math.min(1536 * MEBIBYTE, totalmem() / 4) };
/** Pictures that are decoded at once. */
const CONCURRENCY = 2;
/** People upload their albums picture by picture. */
const IDLE_MS = 30_000;

/** The decoder of all services of this program that are given no other one. */
export const pictureDecoder = new PictureDecoder();
