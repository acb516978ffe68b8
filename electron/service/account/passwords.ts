import type { HashClient } from '../../passwords/password-queue';
import { addressKey } from '../address-key';
import type { ReadContext } from '../context';

/** Hashes a password for storage. Throws `rate_limit_exceeded` if too many are queued. */
export function hashPassword(ctx: ReadContext, password: string): Promise<string> {
  return ctx.passwords.hash(password, clientOf(ctx));
}

/**
 * Verifies a password. Without a hash (undefined, or "" for removed accounts) it takes as long and returns false, so
 * that timing doesn't reveal which accounts exist. `isTrusted` callers go before strangers in the queue.
 */
export function isPassword(
  ctx: ReadContext,
  stored: string | undefined,
  password: string,
  isTrusted = false,
): Promise<boolean> {
  const client = clientOf(ctx);
  return ctx.passwords.verify(stored, password, { ...client, isTrusted: client.isTrusted || isTrusted });
}

function clientOf({ caller, session }: ReadContext): HashClient {
  if (caller) return { lane: `person:${caller.id}`, isTrusted: true };
  return { lane: addressKey(session.address), isTrusted: session.address === '' };
}
