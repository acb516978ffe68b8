import type { HashClient } from '../../passwords/queue';
import { addressKey } from '../address-key';
import type { ReadContext } from '../context';

/** Makes what the database stores of a password. Throws `rate_limit_exceeded` where too many wait for that. */
export function hashPassword(ctx: ReadContext, password: string): Promise<string> {
  return ctx.passwords.hash(password, clientOf(ctx));
}

/**
 * Whether a password is the one that was hashed. Without a hash (undefined, or "" for who was removed) it costs the same time
 * and is false, so that nobody learns from the time which accounts exist. Who `isTrusted` is served before strangers.
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
