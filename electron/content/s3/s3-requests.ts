import { setTimeout as sleep } from 'node:timers/promises';
import { S3NetworkError } from 's3mini';
import { AppError } from '../../../shared/errors';

/**
 * Sends a request, which all may be repeated: once more, and a third time, if there is no answer or the storage is
 * overloaded. Fails if no answer begins in time; its bytes may then take as long as their reader needs.
 */
export const repeatingFetch: typeof fetch = async (input, init) => {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetchInTime(input, init);
      if (attempt === ATTEMPTS || !OVERLOADED.has(response.status)) return response;
      await response.body?.cancel();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
    await sleep(FIRST_DELAY_MS * 2 ** attempt * (0.5 + Math.random()));
  }
};

async function fetchInTime(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(new Error('the storage did not answer in time')), ANSWER_MS);
  try {
    return await fetch(input, { ...init, signal: abort.signal });
  } finally {
    clearTimeout(timer);
  }
}

const ATTEMPTS = 3;
const FIRST_DELAY_MS = 50;
/** Milliseconds until an answer begins, with the time to send a part of an upload. */
const ANSWER_MS = 60_000;
const OVERLOADED: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** Whether a storage answered that there is no such object. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 || (error instanceof Error && statusOf(error.cause) === 404);
}

/** Runs a request to the storage. Whatever it throws becomes `unavailable`. */
export async function whileAvailable<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('unavailable', UNAVAILABLE, {
      retryAfter: RETRY_SECONDS,
      // The answer itself may repeat what was signed, and must not be logged.
      cause: new Error(reasonOf(error)),
    });
  }
}

/** Says why a request failed, without what was sent. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}

/** Says why a bucket can't be used, and what an administrator can do about it. */
export function bucketProblemOf(error: unknown): string {
  if (error instanceof S3NetworkError)
    return `the storage doesn't answer (${error.code ?? error.message}). Check that it is running, and its endpoint in --content`;
  if (statusOf(error) === 403)
    return 'the storage refuses the key. Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and what the key may do';
  return reasonOf(error);
}

const UNAVAILABLE =
  'The storage of photos, videos and files can’t be reached. Nothing was changed. Try again in a minute.';
const RETRY_SECONDS = 30;

function statusOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
}
