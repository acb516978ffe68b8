import { AppError } from '../errors';
import { Backoff } from './backoff';

export interface CallOptions {
  /** The Idempotency-Key of this write, the same over attempts and restarts: an outbox has its own. */
  key?: string;
  signal?: AbortSignal;
  /** How often it is tried while the host doesn't answer or is busy; 4 unless told. */
  attempts?: number;
}

/**
 * Retries a call while the host doesn't answer or is busy, with a growing delay or the one that the host asks for. Throws what
 * the last attempt threw.
 */
export async function persist<T>(once: () => Promise<T>, options: CallOptions): Promise<T> {
  const { signal, attempts = USUAL_ATTEMPTS } = options;
  const backoff = new Backoff({ first: FIRST_DELAY, longest: LONGEST_DELAY * 1000, factor: 3 });
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await once();
    } catch (error) {
      if (backoff.attempts + 1 >= attempts || !isWorthRetrying(error)) throw error;
      const { retryAfter = 0 } = error;
      await backoff.wait({ signal, atLeast: Math.min(retryAfter, LONGEST_DELAY) * 1000 });
    }
  }
}

/** A name for a write: 22 random URL-safe characters (128 bits). */
export function newKey(): string {
  // Not randomUUID: a page that came over plain HTTP from the network doesn't have it.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

const USUAL_ATTEMPTS = 4;
/** Milliseconds before the second attempt; three times as long before each further one. */
const FIRST_DELAY = 300;
/** Seconds: whoever would have to wait longer gets the error instead. */
const LONGEST_DELAY = 10;

/** Whether the same call may succeed soon. */
function isWorthRetrying(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false;
  if (error.code === 'unavailable') return true;
  return error.code === 'rate_limit_exceeded' && (error.retryAfter ?? Infinity) <= LONGEST_DELAY;
}
