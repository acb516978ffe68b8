import type { Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { LIFETIMES, LIMITS } from '../../../shared/limits';
import { requireNotBanned } from '../access/admission';
import { addressKey } from '../address-key';
import type { Context, ReadContext } from '../context';
import { signInKey, beginLogin, recordFailedLogin } from './attempts';
import { checkCaptcha, consumeCaptcha } from './captcha';
import { isPassword } from './passwords';
import { findPersonByEmail } from './queries';
import { revokeExcessSessions, issueToken } from './sign-in';
import { isKnownAddress, saveKnownAddress } from './token-queries';

/**
 * Signs in. Unknown email addresses and wrong passwords take equally long and get the same answer. Attempts are counted
 * before the password is hashed. Many wrong passwords for an account delay strangers, but not attempts from an address
 * the account has used before, nor those with a solved captcha: each such address is counted separately.
 */
export async function login(ctx: ReadContext, input: Parsed<'account.login'>) {
  const release = beginLogin(ctx);
  try {
    return await verify(ctx, input);
  } finally {
    release();
  }
}

async function verify(ctx: ReadContext, input: Parsed<'account.login'>) {
  const person = await findPersonByEmail(ctx.db, input.email);
  const { name: key, isTrusted } = await attemptKeyOf(ctx, input, person?.id ?? 0);
  const isCorrect = await withCaptchaHint(isTrusted, async () => {
    const release = ctx.ephemeral.beginSignIn(key);
    try {
      const isEqual = await isPassword(ctx, person?.password_hash, input.password, isTrusted);
      // Others may have failed meanwhile: parallel guesses must not learn more than sequential ones.
      ctx.ephemeral.checkSignInDelay(key);
      return isEqual;
    } finally {
      release();
    }
  });
  if (!person || !isCorrect) {
    ctx.ephemeral.recordFailedSignIn(key);
    recordFailedLogin(ctx);
    throw wrongCredentials();
  }
  return async (inner: Context) => {
    // The account may have changed while the password was being verified.
    const now = await findPersonByEmail(inner.db, input.email);
    if (now?.id !== person.id || now.password_hash !== person.password_hash) throw wrongCredentials();
    requireNotBanned(now);
    const { token } = await issueToken(
      inner,
      person.id,
      'session',
      '',
      input.client ?? inner.session.userAgent,
    );
    await revokeExcessSessions(inner, person.id);
    const address = addressKey(inner.session.address);
    const limit = LIMITS.knownAddressesEach;
    await saveKnownAddress(inner.db, { person: person.id, address, at: inner.now(), limit });
    inner.afterCommit(() => {
      inner.ephemeral.clearFailedSignIns(signInKey(input.email));
      inner.ephemeral.clearFailedSignIns(key);
    });
    return { ok: true as const, token, id: person.id, ID: person.id };
  };
}

/**
 * Returns the key under which wrong passwords of this attempt are counted: shared by all strangers, or of this address
 * alone.
 */
async function attemptKeyOf(
  ctx: ReadContext,
  { email, captcha }: Parsed<'account.login'>,
  person: number,
): Promise<{ name: string; isTrusted: boolean }> {
  const account = signInKey(email);
  const address = addressKey(ctx.session.address);
  const after = ctx.now() - LIFETIMES.knownAddress;
  if (await isKnownAddress(ctx.db, { person, address, after })) {
    return { name: `${account} known ${address}`, isTrusted: true };
  }
  if (captcha === undefined) return { name: account, isTrusted: false };
  try {
    consumeCaptcha(ctx, await checkCaptcha(ctx, captcha));
  } catch (error) {
    // Verifying a captcha costs work, so failures count.
    recordFailedLogin(ctx);
    throw error;
  }
  return { name: `${account} captcha ${address}`, isTrusted: true };
}

/** Adds to a rate-limit error that a solved captcha allows another attempt; clients then send one automatically. */
async function withCaptchaHint<T>(isTrusted: boolean, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (isTrusted || !(error instanceof AppError) || error.code !== 'rate_limit_exceeded') throw error;
    const { code, message, retryAfter = 1 } = error;
    throw new AppError(code, message, { retryAfter, fields: { captcha: 'solve one to try again now' } });
  }
}

function wrongCredentials(): AppError {
  return new AppError('auth_failed', 'Wrong e-mail address or password.');
}
