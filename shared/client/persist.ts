import { AppError } from '../errors';

export interface CallOptions {
  /** The name of this write for the host, kept over attempts and restarts: an outbox gives its own. */
  key?: string;
  signal?: AbortSignal;
  /** How often it is tried while the host doesn't answer or is busy; 4 unless told. */
  attempts?: number;
}

/**
 * Tries until there is an answer, as often as told: while the host doesn't answer or is busy, after a time that grows, or
 * the time that the host asks for. Throws what the last attempt threw.
 */
export async function persist<T>(once: () => Promise<T>, options: CallOptions): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    options.signal?.throwIfAborted();
    try {
      return await once();
    } catch (error) {
      const wait = waitAfter(error, attempt);
      if (attempt >= (options.attempts ?? USUAL_ATTEMPTS) || wait === undefined) throw error;
      await pause(wait, options.signal);
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

/** Waits; throws the signal's reason where it is told to stop. */
export function pause(time: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, time);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** A time that is not the same for all who wait. */
export function spread(time: number): number {
  return time * (0.75 + Math.random() / 2);
}

const USUAL_ATTEMPTS = 4;
/** Milliseconds before the second attempt; three times as long before each further one. */
const FIRST_WAIT = 300;
/** Seconds: who is told to wait longer is told so, rather than kept waiting. */
const LONGEST_WAIT = 10;

/** Milliseconds before trying again; undefined when that would not help. */
function waitAfter(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof AppError)) return undefined;
  const asked = error.retryAfter;
  if (error.code === 'rate_limit_exceeded') {
    return asked !== undefined && asked <= LONGEST_WAIT ? asked * 1000 : undefined;
  }
  if (error.code !== 'unavailable') return undefined;
  return asked === undefined ? spread(FIRST_WAIT * 3 ** (attempt - 1)) : Math.min(asked, LONGEST_WAIT) * 1000;
}
