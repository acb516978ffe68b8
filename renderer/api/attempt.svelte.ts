import { untrack } from 'svelte';
import { AppError } from '../../shared/errors';

/** Runs one asynchronous operation at a time and exposes whether it is running and how it last failed. Reactive. */
export class Attempt {
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);
  /** The latest operation, and the refresh queued to run after it. */
  #running = Promise.resolve(false);
  #rerun: Promise<boolean> | null = null;

  get busy(): boolean {
    return this.#busy;
  }

  get error(): AppError | null {
    return this.#error;
  }

  /** Returns whether the service rejected this field. */
  isAt(field: string): boolean {
    return this.#error?.fields?.[field] !== undefined;
  }

  /**
   * Runs `work` unless an operation is already running. Resolves to true on success, false if it failed (see `error`)
   * or was not started.
   */
  run(work: () => Promise<unknown>): Promise<boolean> {
    if (this.#continues) return Promise.resolve(false);
    return (this.#running = this.#do(work));
  }

  /**
   * Loads data again. If an operation is already running, queues one more run after it, because data it has already
   * read may be out of date.
   */
  refresh(work: () => Promise<unknown>): Promise<boolean> {
    if (!this.#continues) return this.run(work);
    // Concurrent refreshes share one queued run.
    this.#rerun ??= this.#running.then(() => {
      this.#rerun = null;
      return this.refresh(work);
    });
    return this.#rerun;
  }

  /** Waits for the running operation, if any. */
  async finished(): Promise<void> {
    if (this.#continues) await this.#running;
  }

  /** Clears the last error, for example after the person edited a field. */
  clear(): void {
    this.#error = null;
  }

  /** Sets a validation error for these fields without calling the service. */
  refuse(fields: Record<string, string>): void {
    this.#error = new AppError('validation_error', undefined, { fields });
  }

  /** Not reactive: an effect that starts an operation must not run again when the operation ends. */
  get #continues(): boolean {
    return untrack(() => this.#busy);
  }

  async #do(work: () => Promise<unknown>): Promise<boolean> {
    this.#busy = true;
    this.#error = null;
    try {
      await work();
      return true;
    } catch (error) {
      this.#error =
        error instanceof AppError ? error : new AppError('server_error', undefined, { cause: error });
      return false;
    } finally {
      this.#busy = false;
    }
  }
}
