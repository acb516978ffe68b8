import { AppError } from '../../../shared/errors';
import processPath from './picture-process?modulePath';
import type { PictureProcess, StartPictureProcess } from './picture-processes';
import type { CleanedPicture, PictureProcessMessage, PictureTask } from './picture-task';

/** Resource limits of a task: its process is killed if it exceeds them. */
export interface PictureLimits {
  /** Processor time; the wall-clock limit is three times as long, for busy machines. */
  milliseconds: number;
  /** Resident memory of the process. */
  bytes: number;
}

/** A started picture process: runs one task at a time and is killed if the task exceeds its limits. */
export class RunningPictureProcess {
  #process: PictureProcess | null = null;
  #isAlive = true;
  #onMessage: (message: PictureProcessMessage) => void = () => undefined;
  #onExit: () => void = () => undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  /** Starts a process and waits until it is ready for tasks. Throws `unavailable` if it cannot be started. */
  static async start(start: StartPictureProcess): Promise<RunningPictureProcess> {
    const running = new RunningPictureProcess();
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    const fail = (cause?: unknown) => reject(new AppError('unavailable', UNAVAILABLE, { cause }));
    running.#onMessage = () => resolve();
    running.#onExit = () => fail(new Error('the picture process exited during its start'));
    const timer = setTimeout(
      () => fail(new Error('the picture process did not start in time')),
      START_TIMEOUT_MS,
    );
    try {
      running.#process = await start(processPath, {
        onMessage: (message) => running.#onMessage(message),
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
      clearTimeout(timer);
    }
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Throws `too_large` or `invalid_type` for pictures that cannot be accepted, `unavailable` if the signal aborts. */
  async run(task: PictureTask, limits: PictureLimits, signal: AbortSignal): Promise<CleanedPicture | null> {
    clearTimeout(this.#idleTimer);
    const { promise, resolve, reject } = Promise.withResolvers<CleanedPicture | null>();
    const stop = (error: AppError) => {
      this.kill();
      reject(error);
    };
    const abort = () => stop(new AppError('unavailable'));
    const tooSlow = () => stop(new AppError('too_large', TOO_SLOW));
    const timer = setTimeout(tooSlow, limits.milliseconds * WALL_CLOCK_FACTOR);
    this.#onExit = () => reject(new AppError('invalid_type', NOT_A_PICTURE));
    this.#onMessage = (message) => {
      if (message.kind === 'done') resolve(message.cleaned);
      else if (message.kind === 'refused') reject(new AppError(message.code, message.message));
      else if (message.kind === 'usage' && message.bytes > limits.bytes)
        stop(new AppError('too_large', TOO_MUCH_MEMORY));
      else if (message.kind === 'usage' && message.milliseconds > limits.milliseconds) tooSlow();
    };
    signal.addEventListener('abort', abort);
    try {
      if (signal.aborted) abort();
      else this.#process?.send(task);
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      this.#onMessage = () => undefined;
      this.#onExit = () => undefined;
    }
  }

  /** Kills the process after this many milliseconds without a task. */
  killWhenIdle(milliseconds: number): void {
    this.#idleTimer = setTimeout(() => this.kill(), milliseconds).unref();
  }

  kill(): void {
    this.#isAlive = false;
    this.#process?.kill();
  }
}

/** The wall-clock limit of a task as a multiple of its processor time limit. */
const WALL_CLOCK_FACTOR = 3;
/** Loading the decoder is not part of a task's time. */
const START_TIMEOUT_MS = 30_000;

const UNAVAILABLE = 'The host cannot process pictures right now. Try again later.';
const TOO_SLOW = 'This picture takes too long to process. Make it smaller and try again.';
const TOO_MUCH_MEMORY = 'This picture takes too much memory to process. Make it smaller and try again.';
const NOT_A_PICTURE = 'This picture cannot be read. Choose a JPEG, PNG, WebP, GIF or AVIF file.';
