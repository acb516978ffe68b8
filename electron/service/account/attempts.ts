import { createHash } from 'node:crypto';
import { RATES } from '../../../shared/limits';
import type { ReadContext } from '../context';

/** What one network address may do only so often an hour. */
export type Attempt = 'register' | 'reset' | 'confirm';

/** Counts an attempt of the caller's address; throws `rate_limit_exceeded`. The host's own addresses are not counted. */
export function takeAttempt(ctx: ReadContext, attempt: Attempt): void {
  if (isOwnAddress(ctx.session.address)) return;
  ctx.shared.takeOf(`${attempt}:${ctx.session.address}`, PER_HOUR[attempt], HOUR);
}

/** Throws `rate_limit_exceeded` when the caller's address failed to sign in too often within a minute. */
export function checkFailedLogins(ctx: ReadContext): void {
  ctx.shared.checkOf(`login:${ctx.session.address}`, RATES.failedLoginsPerMinute);
}

/** Notes that the caller's address named a wrong password for an e-mail address. */
export function noteFailedLogin(ctx: ReadContext, email: string): void {
  ctx.shared.noteFailedLogin(accountNumber(email));
  ctx.shared.takeOf(`login:${ctx.session.address}`, RATES.failedLoginsPerMinute, 60);
}

/**
 * The number under which wrong passwords for an e-mail address are counted. It is made of the address, so that unknown
 * ones are slowed like known ones and nobody can tell them apart.
 */
export function accountNumber(email: string): number {
  return createHash('sha256').update(email).digest().readUIntBE(0, 6);
}

/** Throws `rate_limit_exceeded` when a signed-in person named a wrong password of their own too often. */
export function checkOwnPassword(ctx: ReadContext, person: number): void {
  ctx.shared.checkOf(`password:${person}`, RATES.failedLoginsPerMinute);
}

/** Notes that a signed-in person named a wrong password of their own. */
export function noteWrongPassword(ctx: ReadContext, person: number): void {
  ctx.shared.takeOf(`password:${person}`, RATES.failedLoginsPerMinute, 60);
}

/** Throws `rate_limit_exceeded` when a person named too many promo codes that there are none of within an hour. */
export function checkUnknownPromos(ctx: ReadContext, person: number): void {
  ctx.shared.checkOf(`promo:${person}`, RATES.unknownPromosPerHour);
}

/** Notes that a person named a promo code that there is none of. */
export function noteUnknownPromo(ctx: ReadContext, person: number): void {
  ctx.shared.takeOf(`promo:${person}`, RATES.unknownPromosPerHour, HOUR);
}

/** Counts an export of everything of a person: it reads all their dialogs. */
export function takeExport(ctx: ReadContext, person: number): void {
  ctx.shared.takeOf(`export:${person}`, RATES.exportsPerHour, HOUR);
}

/** Counts a change of address asked for by a person: each sends mail to somebody who may not want it. */
export function takeAddressChange(ctx: ReadContext, person: number): void {
  ctx.shared.takeOf(`email:${person}`, RATES.resetsPerHour, HOUR);
}

const HOUR = 3600;

const PER_HOUR: Record<Attempt, number> = {
  register: RATES.registrationsPerHour,
  reset: RATES.resetsPerHour,
  confirm: RATES.confirmationsPerHour,
};

/** The desktop's own window and the loopback. */
function isOwnAddress(address: string): boolean {
  return address === '' || address === '::1' || /^(::ffff:)?127\./.test(address);
}
