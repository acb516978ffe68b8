/** The delays between attempts in milliseconds, before jitter: the first one, and the limit of those after it. */
export interface RetryDelays {
  min: number;
  max: number;
}

export interface BackoffOptions extends RetryDelays {
  /** By which each delay is longer than the one before; 2 by default. */
  factor?: number;
  clock?: BackoffClock;
}

/** Timers and randomness; tests pass their own. */
export interface BackoffClock {
  setTimeout: (run: () => void, delay: number) => unknown;
  clearTimeout: (timer: unknown) => void;
  random: () => number;
}

/** Options of a single delay. */
export interface DelayOptions {
  /** The minimum delay in milliseconds: what the host asked for by `retry_after`. */
  atLeast?: number | undefined;
}

/** Exponential backoff with ±25 % jitter, so that clients that lost their host together don't reconnect together. */
export class Backoff {
  readonly #options: Required<BackoffOptions>;
  #attempts = 0;
  #pending: { timer: unknown; delay: number } | null = null;

  constructor(options: BackoffOptions) {
    this.#options = { factor: 2, clock: systemClock, ...options };
  }

  /** Failed attempts since the last `reset`. */
  get attempts(): number {
    return this.#attempts;
  }

  /** Counts a failed attempt and returns the milliseconds until the next one. */
  next({ atLeast = 0 }: DelayOptions = {}): number {
    return this.#delay(this.#attempts++, atLeast);
  }

  /** Resolves when the next attempt is due. Rejects with the reason of `signal` if it aborts. */
  async wait({ signal, ...delay }: DelayOptions & { signal?: AbortSignal | undefined } = {}): Promise<void> {
    signal?.throwIfAborted();
    const due = this.next(delay);
    const { clock } = this.#options;
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        clock.clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = clock.setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      }, due);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /**
   * Runs `retry` when the next attempt is due. Failures reported while an attempt is pending count as one; they
   * postpone it only if they ask for a longer delay. Returns the milliseconds from the last failure that set it.
   */
  schedule(retry: () => void, { atLeast = 0 }: DelayOptions = {}): number {
    const pending = this.#pending;
    if (pending && atLeast <= pending.delay) return pending.delay;
    this.cancel();
    const delay = pending ? atLeast : this.next({ atLeast });
    const timer = this.#options.clock.setTimeout(() => {
      this.#pending = null;
      retry();
    }, delay);
    this.#pending = { timer, delay };
    return delay;
  }

  /** Cancels the scheduled attempt. The length of the next delay does not change. */
  cancel(): void {
    if (this.#pending) this.#options.clock.clearTimeout(this.#pending.timer);
    this.#pending = null;
  }

  /** Starts again with the first delay after an attempt has succeeded. A scheduled attempt stays scheduled. */
  reset(): void {
    this.#attempts = 0;
  }

  #delay(attempt: number, atLeast: number): number {
    const { min, max, factor, clock } = this.#options;
    const jitter = 0.75 + clock.random() / 2;
    return Math.max(atLeast, Math.min(max, min * factor ** attempt) * jitter);
  }
}

/** The timers and randomness of the runtime. */
export const systemClock: BackoffClock = {
  setTimeout: (run, delay) => setTimeout(run, delay),
  clearTimeout: (timer) => clearTimeout(timer as number),
  random: () => Math.random(),
};
