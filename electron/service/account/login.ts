import type { Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { LIFETIMES, LIMITS } from '../../../shared/limits';
import { requireNotBanned } from '../access/admission';
import { addressKey } from '../address-key';
import type { Context, ReadContext } from '../context';
import { accountLane, beginLogin, noteFailedLogin } from './attempts';
import { checkCaptcha, useCaptcha } from './captcha';
import { isPassword } from './passwords';
import { findPersonByEmail } from './queries';
import { endUnusedSessions, issueToken } from './sign-in';
import { isKnownAddress, saveKnownAddress } from './token-queries';

/**
 * Signs in. An unknown e-mail address and a wrong password take the same time and get the same answer. Attempts are counted before
 * the password is hashed. An account with many wrong passwords makes strangers wait, but not those who come from where it
 * was signed in before or who bring a solved captcha: each of their addresses is counted by itself.
 */
export async function login(ctx: ReadContext, input: Parsed<'account.login'>) {
  const end = beginLogin(ctx);
  try {
    return await verified(ctx, input);
  } finally {
    end();
  }
}

async function verified(ctx: ReadContext, input: Parsed<'account.login'>) {
  const person = await findPersonByEmail(ctx.db, input.email);
  const { name: lane, isTrusted } = await laneOf(ctx, input, person?.id ?? 0);
  const isRight = await offeringCaptcha(isTrusted, async () => {
    const end = ctx.ephemeral.beginSignIn(lane);
    try {
      const isEqual = await isPassword(ctx, person?.password_hash, input.password, isTrusted);
      // Others may have failed meanwhile: many guesses at once must not learn more than many in a row.
      ctx.ephemeral.checkSignInDelay(lane);
      return isEqual;
    } finally {
      end();
    }
  });
  if (!person || !isRight) {
    ctx.ephemeral.recordFailedSignIn(lane);
    noteFailedLogin(ctx);
    throw wrongCredentials();
  }
  return async (inner: Context) => {
    // Anything may have changed while the password was being compared.
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
    await endUnusedSessions(inner, person.id);
    const address = addressKey(inner.session.address);
    const most = LIMITS.knownAddressesEach;
    await saveKnownAddress(inner.db, { person: person.id, address, at: inner.now(), most });
    inner.afterCommit(() => {
      inner.ephemeral.clearFailedSignIns(accountLane(input.email));
      inner.ephemeral.clearFailedSignIns(lane);
    });
    return { ok: true as const, token, ID: person.id };
  };
}

/** Where wrong passwords of this attempt are counted: with all strangers' ones, or with those of its address alone. */
async function laneOf(
  ctx: ReadContext,
  { email, captcha }: Parsed<'account.login'>,
  person: number,
): Promise<{ name: string; isTrusted: boolean }> {
  const account = accountLane(email);
  const address = addressKey(ctx.session.address);
  const after = ctx.now() - LIFETIMES.knownAddress;
  if (await isKnownAddress(ctx.db, { person, address, after })) {
    return { name: `${account} known ${address}`, isTrusted: true };
  }
  if (captcha === undefined) return { name: account, isTrusted: false };
  try {
    useCaptcha(ctx, await checkCaptcha(ctx, captcha));
  } catch (error) {
    // Checking one takes work.
    noteFailedLogin(ctx);
    throw error;
  }
  return { name: `${account} captcha ${address}`, isTrusted: true };
}

/** Says of a refusal that a solved captcha opens another way; a client then sends one by itself. */
async function offeringCaptcha<T>(isTrusted: boolean, attempt: () => Promise<T>): Promise<T> {
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
