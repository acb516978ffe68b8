/** How the delays between attempts grow; milliseconds. */
export interface BackoffOptions {
  first: number;
  /** No delay grows beyond it; jitter comes on top. */
  longest: number;
  /** 2 unless set. */
  factor?: number;
  clock?: BackoffClock;
}

/** Timers and randomness; a test brings its own. */
export interface BackoffClock {
  setTimeout: (run: () => void, delay: number) => unknown;
  clearTimeout: (timer: unknown) => void;
  random: () => number;
}

/** What a single delay may ask for. */
export interface DelayOptions {
  /** The delay is no shorter than this, in milliseconds: what the host asked for by `retry_after`. */
  atLeast?: number | undefined;
}

/** Exponential backoff with 25 % of jitter, so that clients which lost their host together don't come back together. */
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

  /** Counts a failed attempt; returns the milliseconds until the next one. */
  next({ atLeast = 0 }: DelayOptions = {}): number {
    return this.#delay(this.#attempts++, atLeast);
  }

  /** Resolves when the next attempt is due; rejects with the reason of `signal`. */
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
   * Runs `retry` when the next attempt is due. Failures that are reported while it is pending are one failure: they delay it
   * only where they ask for more.
   */
  schedule(retry: () => void, { atLeast = 0 }: DelayOptions = {}): void {
    const pending = this.#pending;
    if (pending && atLeast <= pending.delay) return;
    this.cancel();
    const delay = pending ? atLeast : this.next({ atLeast });
    const timer = this.#options.clock.setTimeout(() => {
      this.#pending = null;
      retry();
    }, delay);
    this.#pending = { timer, delay };
  }

  /** Drops the scheduled attempt; the delays keep their length. */
  cancel(): void {
    if (this.#pending) this.#options.clock.clearTimeout(this.#pending.timer);
    this.#pending = null;
  }

  /** An attempt has succeeded: begins with the first delay. A scheduled attempt of something else stays. */
  reset(): void {
    this.#attempts = 0;
  }

  #delay(attempt: number, atLeast: number): number {
    const { first, longest, factor, clock } = this.#options;
    const jitter = 0.75 + clock.random() / 2;
    return Math.max(atLeast, Math.min(longest, first * factor ** attempt) * jitter);
  }
}

/** The timers of the runtime, and its randomness. */
export const systemClock: BackoffClock = {
  setTimeout: (run, delay) => setTimeout(run, delay),
  clearTimeout: (timer) => clearTimeout(timer as number),
  random: () => Math.random(),
};
