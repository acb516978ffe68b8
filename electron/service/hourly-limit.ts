import { AppError } from '../../shared/errors';
import type { ReadContext } from './context';

/**
 * Counts something of which a person may make `most` an hour. Throws `rate_limit_exceeded` with a sentence that names the
 * limit, such as "You made 30 reports in the last hour, which is the limit. Try again later."
 */
export function takeHourly(
  ctx: ReadContext,
  { kind, person, most, made }: { kind: string; person: number; most: number; made: string },
): void {
  try {
    ctx.shared.takeOf(`${kind}:${person}`, most, HOUR);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limit_exceeded') throw error;
    const sentence = `You ${made} in the last hour, which is the limit. Try again later.`;
    throw new AppError(error.code, sentence, {
      ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
    });
  }
}

/** The refusal of one more of something of which there is as much as there may be; `what` names the number. */
export function tooMuch(what: string): AppError {
  return new AppError('too_large', `${what}, which is the limit.`);
}

const HOUR = 3600;
