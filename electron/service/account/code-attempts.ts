import { AppError, invalid } from '../../../shared/errors';
import { LIFETIMES, RATES } from '../../../shared/limits';
import { isShortCode } from '../codes';
import type { ReadContext } from '../context';
import { signInKey } from './attempts';

/** What a mailed code is for. */
export type CodePurpose = 'reset' | 'confirm';

/**
 * Counts an attempt to enter a mailed code, by the email address it was sent to; the returned function takes the
 * attempt back. Throws `gone` after five wrong codes until a new one is requested, even if there is no such account.
 * Attempts without an email address are counted together, and throw `validation_error` for `email` beyond their limit.
 */
export function countCodeAttempt(
  ctx: ReadContext,
  purpose: CodePurpose,
  { code, email }: { code: string; email?: string | undefined },
): () => void {
  if (!isShortCode(code)) return () => undefined;
  if (email === undefined) return countAttemptWithoutEmail(ctx, purpose);
  try {
    return ctx.ephemeral.consume(attemptKey(purpose, email), RATES.codeAttempts, LIFETIMES.code);
  } catch {
    throw new AppError('gone', 'Too many wrong codes. Request a new code.');
  }
}

/** Resets the attempts of an email address, because a new code was requested. */
export function clearCodeAttempts(ctx: ReadContext, purpose: CodePurpose, email: string): void {
  ctx.ephemeral.clearWindow(attemptKey(purpose, email));
}

function countAttemptWithoutEmail(ctx: ReadContext, purpose: CodePurpose): () => void {
  try {
    return ctx.ephemeral.consume(`tries:${purpose}`, RATES.codeAttemptsWithoutEmail, LIFETIMES.code);
  } catch {
    throw invalid('email', 'is required after too many wrong codes');
  }
}

function attemptKey(purpose: CodePurpose, email: string): string {
  return `tries:${purpose}:${signInKey(email)}`;
}
