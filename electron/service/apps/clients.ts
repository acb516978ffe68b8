import { timingSafeEqual } from 'node:crypto';
import { AppError, invalid } from '../../../shared/errors';
import { RATES } from '../../../shared/limits';
import { hashToken } from '../access/access';
import type { StoredApp } from '../access/apps';
import { addressKey } from '../address-key';
import type { ReadContext } from '../context';
import { findApp } from './queries';
import { redirectsOf } from './records';

/**
 * Returns the app that sent an authorization request. Throws `not_found` or `validation_error` if it is unknown or the
 * redirect address isn't one of its own: such a request must not be answered to that address.
 */
export async function requireRequestingApp(
  ctx: ReadContext,
  request: { client_id: string; redirect_uri: string },
): Promise<StoredApp> {
  const app = await findAppByClientId(ctx, request.client_id);
  if (!app) throw new AppError('not_found', 'This app is not registered here. It may have been deleted.');
  if (!redirectsOf(app).includes(request.redirect_uri)) {
    throw invalid('redirect_uri', 'is not a redirect address of this app');
  }
  return app;
}

/** Returns the app with these credentials; a public app has no secret. */
export async function authenticateApp(
  ctx: ReadContext,
  clientId: string | undefined,
  secret: string | null | undefined,
): Promise<StoredApp | null> {
  const app = await findAppByClientId(ctx, clientId ?? '');
  if (!app) return null;
  if (app.secret_hash === null) return secret ? null : app;
  return secret && timingSafeEqual(hashToken(secret), app.secret_hash) ? app : null;
}

/**
 * Counts a call of an app from its address, until the returned function takes that back because its secret and code
 * were right. Throws `rate_limit_exceeded` after too many wrong ones.
 */
export function countAppAttempt(ctx: ReadContext): () => void {
  const { address } = ctx.session;
  if (address === '') return () => undefined;
  return ctx.ephemeral.consume(`app:${addressKey(address)}`, RATES.failedAppCallsPerMinute, MINUTE);
}

const MINUTE = 60;

async function findAppByClientId(ctx: ReadContext, clientId: string): Promise<StoredApp | undefined> {
  const id = /^\d{1,16}$/.test(clientId) ? Number(clientId) : 0;
  return findApp(ctx.db, id);
}
