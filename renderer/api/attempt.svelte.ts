import { untrack } from 'svelte';
import { AppError } from '../../shared/errors';

/** One act that takes a while and can fail: whether it goes on, and what went wrong the last time. */
export class Attempt {
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);

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
  async run(work: () => Promise<unknown>): Promise<boolean> {
    // An effect that starts an act must not run again when the act ends.
    if (untrack(() => this.#busy)) return false;
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

  /** Forgets the last failure: something was changed. */
  clear(): void {
    this.#error = null;
  }

  /** Fails without asking the service: these fields can't be right. */
  refuse(fields: Record<string, string>): void {
    this.#error = new AppError('validation_error', undefined, { fields });
  }
}
