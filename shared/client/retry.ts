import { AppError } from '../errors';
import { Backoff } from './backoff';

/** How often a call is tried, and what makes repeating it safe. */
export interface CallOptions {
  /** The Idempotency-Key of this write, the same across attempts and restarts; an outbox passes its own. */
  key?: string;
  signal?: AbortSignal;
  /** How many attempts to make while the host doesn't answer or is busy; 4 by default. */
  attempts?: number;
}

/**
 * Retries a call while the host doesn't answer or is busy, with a growing delay or the delay that the host asks for.
 * Throws the error of the last attempt.
 */
export async function retryCall<T>(once: () => Promise<T>, options: CallOptions): Promise<T> {
  const { signal, attempts = DEFAULT_ATTEMPTS } = options;
  const backoff = new Backoff({ min: FIRST_DELAY, max: MAX_DELAY * 1000, factor: 3 });
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await once();
    } catch (error) {
      if (backoff.attempts + 1 >= attempts || !isWorthRetrying(error)) throw error;
      const { retryAfter = 0 } = error;
      await backoff.wait({ signal, atLeast: Math.min(retryAfter, MAX_DELAY) * 1000 });
    }
  }
}

const DEFAULT_ATTEMPTS = 4;
/** Milliseconds before the second attempt; each further delay is three times as long. */
const FIRST_DELAY = 300;
/** Seconds. If the host asks for a longer delay, the error is thrown instead. */
const MAX_DELAY = 10;

/** Returns whether the same call may succeed soon. */
function isWorthRetrying(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false;
  // What is named in `fields`, such as email, will be unavailable for longer.
  if (error.code === 'unavailable') return !error.fields;
  return error.code === 'rate_limit_exceeded' && (error.retryAfter ?? Infinity) <= MAX_DELAY;
}
