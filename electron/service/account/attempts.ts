import { createHash } from 'node:crypto';
import { RATES } from '../../../shared/limits';
import { addressKey } from '../address-key';
import type { ReadContext } from '../context';
import { enforceHourlyLimit } from '../hourly-limit';

/** Actions that are limited per network address and hour. */
export type LimitedAction = 'register' | 'reset' | 'confirm';

/**
 * Counts an attempt from the caller's address; throws `rate_limit_exceeded`. The desktop window has no address and is
 * not counted.
 */
export function countAttempt(ctx: ReadContext, action: LimitedAction): void {
  const { address } = ctx.session;
  if (address === '') return;
  ctx.ephemeral.consume(`${action}:${addressKey(address)}`, PER_HOUR[action], HOUR);
}

/**
 * Counts a running sign-in from the caller's address until the returned function is called. Throws
 * `rate_limit_exceeded` if failed and running sign-ins exceed the limit per minute.
 */
export function beginLogin(ctx: ReadContext): () => void {
  return ctx.ephemeral.beginAttempt(loginKey(ctx), RATES.failedLoginsPerMinute);
}

/** Records a failed sign-in from the caller's address. */
export function recordFailedLogin(ctx: ReadContext): void {
  ctx.ephemeral.consume(loginKey(ctx), RATES.failedLoginsPerMinute, MINUTE);
}

/**
 * The key under which wrong passwords of an email address are counted. Unknown addresses are counted too, so that
 * nobody can tell them from known ones.
 */
export function signInKey(email: string): string {
  return `account:${createHash('sha256').update(email).digest('base64url')}`;
}

/** Counts a running check of a signed-in person's own password; behaves like `beginLogin`. */
export function beginPasswordCheck(ctx: ReadContext, person: number): () => void {
  return ctx.ephemeral.beginAttempt(`password:${person}`, RATES.failedLoginsPerMinute);
}

/** Records that a signed-in person entered a wrong password of their own. */
export function recordWrongPassword(ctx: ReadContext, person: number): void {
  ctx.ephemeral.consume(`password:${person}`, RATES.failedLoginsPerMinute, MINUTE);
}

/** Throws `rate_limit_exceeded` if a person entered too many unknown promo codes within an hour. */
export function checkUnknownPromos(ctx: ReadContext, person: number): void {
  ctx.ephemeral.checkLimit(`promo:${person}`, RATES.unknownPromosPerHour);
}

/** Records that a person entered an unknown promo code. */
export function recordUnknownPromo(ctx: ReadContext, person: number): void {
  ctx.ephemeral.consume(`promo:${person}`, RATES.unknownPromosPerHour, HOUR);
}

/** Counts an export of a person's account, which reads all their dialogs. */
export function countExport(ctx: ReadContext, person: number): void {
  const limit = RATES.exportsPerHour;
  enforceHourlyLimit(ctx, { kind: 'export', person, limit, actions: `exported your account ${limit} times` });
}

/** Counts an import of an export, whose contents the host reads and verifies. */
export function countImport(ctx: ReadContext, person: number): void {
  const limit = RATES.importsPerHour;
  enforceHourlyLimit(ctx, { kind: 'import', person, limit, actions: `began ${limit} imports` });
}

/** Counts a request to change the email address: each sends mail to someone who may not want it. */
export function countEmailChange(ctx: ReadContext, person: number): void {
  const limit = RATES.resetsPerHour;
  enforceHourlyLimit(ctx, {
    kind: 'email',
    person,
    limit,
    actions: `asked ${limit} times for another address`,
  });
}

const MINUTE = 60;
const HOUR = 3600;

const PER_HOUR: Record<LimitedAction, number> = {
  register: RATES.registrationsPerHour,
  reset: RATES.resetsPerHour,
  confirm: RATES.confirmationsPerHour,
};

function loginKey({ session }: ReadContext): string {
  return `login:${addressKey(session.address)}`;
}
