import { createHash } from 'node:crypto';
import { RATES } from '../../../shared/limits';
import { addressKey } from '../address-key';
import type { ReadContext } from '../context';

/** What one network address may do only so often an hour. */
export type Attempt = 'register' | 'reset' | 'confirm';

/** Counts an attempt of the caller's address; throws `rate_limit_exceeded`. The desktop's own window, which has none, is not counted. */
export function takeAttempt(ctx: ReadContext, attempt: Attempt): void {
  const { address } = ctx.session;
  if (address === '') return;
  ctx.ephemeral.consume(`${attempt}:${addressKey(address)}`, PER_HOUR[attempt], HOUR);
}

/**
 * Counts a sign-in of the caller's address as running until the function it gives is called. Throws `rate_limit_exceeded`
 * when the address failed too often within a minute, or might by what runs.
 */
export function beginLogin(ctx: ReadContext): () => void {
  return ctx.ephemeral.beginAttempt(loginsOf(ctx), RATES.failedLoginsPerMinute);
}

/** Notes that the caller's address failed to sign in. */
export function noteFailedLogin(ctx: ReadContext): void {
  ctx.ephemeral.consume(loginsOf(ctx), RATES.failedLoginsPerMinute, MINUTE);
}

/**
 * The name under which wrong passwords for an e-mail address are counted. It is made of the e-mail address, so that unknown ones
 * are slowed like known ones and nobody can tell them apart.
 */
export function accountLane(email: string): string {
  return `account:${createHash('sha256').update(email).digest('base64url')}`;
}

/** Counts a password that a signed-in person names as their own as running; ends and throws like `beginLogin`. */
export function beginOwnPassword(ctx: ReadContext, person: number): () => void {
  return ctx.ephemeral.beginAttempt(`password:${person}`, RATES.failedLoginsPerMinute);
}

/** Notes that a signed-in person named a wrong password of their own. */
export function noteWrongPassword(ctx: ReadContext, person: number): void {
  ctx.ephemeral.consume(`password:${person}`, RATES.failedLoginsPerMinute, MINUTE);
}

/** Throws `rate_limit_exceeded` when a person named too many promo codes that there are none of within an hour. */
export function checkUnknownPromos(ctx: ReadContext, person: number): void {
  ctx.ephemeral.checkLimit(`promo:${person}`, RATES.unknownPromosPerHour);
}

/** Notes that a person named a promo code that there is none of. */
export function noteUnknownPromo(ctx: ReadContext, person: number): void {
  ctx.ephemeral.consume(`promo:${person}`, RATES.unknownPromosPerHour, HOUR);
}

/** Counts an export of everything of a person: it reads all their dialogs. */
export function takeExport(ctx: ReadContext, person: number): void {
  ctx.ephemeral.consume(`export:${person}`, RATES.exportsPerHour, HOUR);
}

/** Counts a change of address asked for by a person: each sends mail to somebody who may not want it. */
export function takeAddressChange(ctx: ReadContext, person: number): void {
  ctx.ephemeral.consume(`email:${person}`, RATES.resetsPerHour, HOUR);
}

const MINUTE = 60;
const HOUR = 3600;

const PER_HOUR: Record<Attempt, number> = {
  register: RATES.registrationsPerHour,
  reset: RATES.resetsPerHour,
  confirm: RATES.confirmationsPerHour,
};

function loginsOf({ session }: ReadContext): string {
  return `login:${addressKey(session.address)}`;
}
