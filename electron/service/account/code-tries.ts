import { AppError, invalid } from '../../../shared/errors';
import { LIFETIMES, RATES } from '../../../shared/limits';
import { isShortCode } from '../codes';
import type { ReadContext } from '../context';
import { accountLane } from './attempts';

/** What a mailed code is for. */
export type CodeUse = 'reset' | 'confirm';

/**
 * Counts a try of a mailed code, by the e-mail address that it was mailed to, until the function it gives takes the try back.
 * After five wrong ones it throws `gone` until another code is asked for, also where there is no such account. A try that names
 * no e-mail address is counted with all others like it, and throws `validation_error` naming `email` where there were too many.
 */
export function takeCodeTry(
  ctx: ReadContext,
  use: CodeUse,
  { code, email }: { code: string; email?: string | undefined },
): () => void {
  if (!isShortCode(code)) return () => undefined;
  if (email === undefined) return takeNamelessTry(ctx, use);
  try {
    return ctx.ephemeral.consume(triesOf(use, email), RATES.codeTries, LIFETIMES.code);
  } catch {
    throw new AppError('gone', 'Too many wrong codes. Request a new code.');
  }
}

/** Forgets the tries for an e-mail address: a new code was asked for. */
export function clearCodeTries(ctx: ReadContext, use: CodeUse, email: string): void {
  ctx.ephemeral.clearWindow(triesOf(use, email));
}

function takeNamelessTry(ctx: ReadContext, use: CodeUse): () => void {
  try {
    return ctx.ephemeral.consume(`tries:${use}`, RATES.codeTriesWithoutEmail, LIFETIMES.code);
  } catch {
    throw invalid('email', 'is required after too many wrong codes');
  }
}

function triesOf(use: CodeUse, email: string): string {
  return `tries:${use}:${accountLane(email)}`;
}
