import { AppError } from '../../../shared/errors';
import processPath from './picture-process?modulePath';
import type { PictureProcess, StartPictureProcess } from './picture-processes';
import type { CleanedPicture, PictureAnswer, PictureTask } from './picture-task';

/** What a task may take before its process is killed. */
export interface PictureBounds {
  /** Processor time; where the machine is busy with other things, thrice as much may pass. */
  milliseconds: number;
  /** Resident memory of the process. */
  bytes: number;
}

/** A picture process that has started: runs one task at a time, and is killed where that exceeds its bounds. */
export class RunningPictureProcess {
  #process: PictureProcess | null = null;
  #isAlive = true;
  #onAnswer: (answer: PictureAnswer) => void = () => undefined;
  #onExit: () => void = () => undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  /** Settles when it can be given a task; throws `unavailable` where it cannot be started. */
  static async start(start: StartPictureProcess): Promise<RunningPictureProcess> {
    const running = new RunningPictureProcess();
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    const fail = (cause?: unknown) => reject(new AppError('unavailable', UNAVAILABLE, { cause }));
    running.#onAnswer = () => resolve();
    running.#onExit = () => fail(new Error('the picture process ended while it started'));
    const late = setTimeout(() => fail(new Error('the picture process did not start in time')), START_MS);
    try {
      running.#process = await start(processPath, {
        onAnswer: (answer) => running.#onAnswer(answer),
        onExit: () => {
          running.#isAlive = false;
          running.#onExit();
        },
      });
      await ready;
      return running;
    } catch (error) {
      running.kill();
      throw error instanceof AppError ? error : new AppError('unavailable', UNAVAILABLE, { cause: error });
    } finally {
      clearTimeout(late);
    }
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Throws `too_large` or `invalid_type` for what cannot be accepted, `unavailable` when the signal comes. */
  async run(task: PictureTask, bounds: PictureBounds, signal: AbortSignal): Promise<CleanedPicture | null> {
    clearTimeout(this.#idleTimer);
    const { promise, resolve, reject } = Promise.withResolvers<CleanedPicture | null>();
    const stop = (error: AppError) => {
      this.kill();
      reject(error);
    };
    const abort = () => stop(new AppError('unavailable'));
    const tooSlow = () => stop(new AppError('too_large', TOO_SLOW));
    const late = setTimeout(tooSlow, bounds.milliseconds * PATIENCE);
    this.#onExit = () => reject(new AppError('invalid_type', NO_PICTURE));
    this.#onAnswer = (answer) => {
      if (answer.kind === 'done') resolve(answer.cleaned);
      else if (answer.kind === 'refused') reject(new AppError(answer.code, answer.message));
      else if (answer.kind === 'usage' && answer.bytes > bounds.bytes)
        stop(new AppError('too_large', TOO_MUCH_MEMORY));
      else if (answer.kind === 'usage' && answer.milliseconds > bounds.milliseconds) tooSlow();
    };
    signal.addEventListener('abort', abort);
    try {
      if (signal.aborted) abort();
      else this.#process?.send(task);
      return await promise;
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', abort);
      this.#onAnswer = () => undefined;
      this.#onExit = () => undefined;
    }
  }

  /** Kills it after a while without a task. */
  killWhenIdle(milliseconds: number): void {
    this.#idleTimer = setTimeout(() => this.kill(), milliseconds).unref();
  }

  kill(): void {
    this.#isAlive = false;
    this.#process?.kill();
  }
}

/** How much longer than its processor time a task may take. */
const PATIENCE = 3;
/** Loading the decoder is not part of a task. */
const START_MS = 30_000;

const UNAVAILABLE = 'The host cannot process pictures right now. Try again later.';
const TOO_SLOW = 'This picture takes too long to process. Make it smaller and try again.';
const TOO_MUCH_MEMORY = 'This picture takes too much memory to process. Make it smaller and try again.';
const NO_PICTURE = 'This picture cannot be read. Choose a JPEG, PNG, WebP, GIF or AVIF file.';
