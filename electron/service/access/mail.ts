import { AppError } from '../../../shared/errors';
import type { ReadContext } from '../context';

/**
 * Throws `unavailable` if the mail server takes no emails, and tries it again for the next caller. To be called before
 * anything is looked up or counted, so that the answer is the same for all email addresses.
 */
export function requireMailDelivery(ctx: ReadContext): void {
  const { mail } = ctx.ephemeral;
  if (!mail.isWaiting(ctx.now())) return;
  if (mail.shouldRetry(ctx.now())) ctx.retryMail();
  throw new AppError('unavailable', NO_MAIL, { fields: { mail: 'cannot be sent at the moment' } });
}

const NO_MAIL = 'The community can’t send emails at the moment. Try again later, or ask an administrator.';
