import { AppError } from '../../../shared/errors';

/** Counts the work that is running, so that closing can wait for it. */
export class RunningCalls {
  #count = 0;
  #isClosed = false;
  #onIdle: () => void = () => undefined;

  get isBusy(): boolean {
    return this.#count > 0;
  }

  /** Runs work that `settled` waits for. Throws `unavailable` once closed. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new AppError('unavailable');
    this.#count++;
    try {
      return await work();
    } finally {
      if (--this.#count === 0) this.#onIdle();
    }
  }

  /** Runs nothing new from now on. */
  close(): void {
    this.#isClosed = true;
  }

  /** Resolves when nothing is running. */
  async settled(): Promise<void> {
    if (this.isBusy) await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }
}
