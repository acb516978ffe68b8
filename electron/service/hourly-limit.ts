import { AppError } from '../../shared/errors';
import type { ReadContext } from './context';

/**
 * Counts an action of which a person may do `limit` an hour. Throws `rate_limit_exceeded` with a sentence that names
 * the limit, such as "You made 30 reports within an hour, which is the limit here. Try again later."
 */
export function enforceHourlyLimit(
  ctx: ReadContext,
  { kind, person, limit, actions }: { kind: string; person: number; limit: number; actions: string },
): void {
  try {
    ctx.ephemeral.consume(`${kind}:${person}`, limit, HOUR);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limit_exceeded') throw error;
    const sentence = `You ${actions} in the last hour, which is the limit. Try again later.`;
    throw new AppError(error.code, sentence, {
      ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
    });
  }
}

/** The error for reaching a maximum number; `what` is the beginning of its sentence. */
export function limitReached(what: string): AppError {
  return new AppError('too_large', `${what}, which is the limit.`);
}

const HOUR = 3600;
