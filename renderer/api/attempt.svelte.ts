import { untrack } from 'svelte';
import { AppError } from '../../shared/errors';

/** One act that takes a while and can fail: whether it goes on, and what went wrong the last time. */
export class Attempt {
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);
  /** What was begun last, and what is to be done once more after it. */
  #running = Promise.resolve(false);
  #rerun: Promise<boolean> | null = null;

  get busy(): boolean {
    return this.#busy;
  }

  get error(): AppError | null {
    return this.#error;
  }

  /** Whether the service found fault with this field. */
  isAt(field: string): boolean {
    return this.#error?.fields?.[field] !== undefined;
  }

  /** Does it, once at a time; true when it was done, false when it failed (`error` says how) or was going on already. */
  run(work: () => Promise<unknown>): Promise<boolean> {
    if (this.#goesOn) return Promise.resolve(false);
    return (this.#running = this.#do(work));
  }

  /**
   * Reads something anew: like `run`, but where it goes on already it is done once more after that, as part of what has been
   * read may be old by now.
   */
  refresh(work: () => Promise<unknown>): Promise<boolean> {
    if (!this.#goesOn) return this.run(work);
    // Several that wait are one.
    this.#rerun ??= this.#running.then(() => {
      this.#rerun = null;
      return this.refresh(work);
    });
    return this.#rerun;
  }

  /** Waits for what goes on, if anything does. */
  async finished(): Promise<void> {
    if (this.#goesOn) await this.#running;
  }

  /** Forgets the last failure: something was changed. */
  clear(): void {
    this.#error = null;
  }

  /** Fails without asking the service: these fields can't be right. */
  refuse(fields: Record<string, string>): void {
    this.#error = new AppError('validation_error', undefined, { fields });
  }

  /** Not reactive: an effect that starts an act must not run again when the act ends. */
  get #goesOn(): boolean {
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
