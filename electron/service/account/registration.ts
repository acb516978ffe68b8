import type { Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { LIFETIMES, LIMITS } from '../../../shared/limits';
import { requireMayRegister } from '../access/admission';
import { addressKey } from '../address-key';
import { generateShortCode, hashCode } from '../codes';
import { findCommunity } from '../community/queries';
import type { Context, ReadContext } from '../context';
import { takeAttempt } from './attempts';
import { clearCodeTries } from './code-tries';
import { refuseCommonPassword } from './common-passwords';
import { registrationLetter } from '../mail/letters';
import { hashPassword } from './passwords';
import {
  areRegistrationsMany,
  deleteRegistration,
  findPersonByEmail,
  insertRegistration,
  isCodeTaken,
  listRegistrationEnds,
} from './queries';

/**
 * Stores what someone who wants an account has said until a code confirms it: the invitation's, where one was given,
 * else one that is mailed. Several registrations of one e-mail address may wait, each for its own code.
 */
export async function register(ctx: ReadContext, input: Parsed<'account.register'>) {
  takeAttempt(ctx, 'register');
  await requireMayRegister(ctx, input);
  await requireFreeEmail(ctx, input.email);
  await refuseCommonPassword('password', input.password);
  const passwordHash = await hashPassword(ctx, input.password);
  return async (inner: Context) => {
    await requireMayRegister(inner, input);
    await requireFreeEmail(inner, input.email);
    await keep(inner, input, passwordHash);
    return { ok: true as const };
  };
}

/** Throws `conflict` when somebody has this e-mail address. */
export async function requireFreeEmail(ctx: ReadContext, email: string): Promise<void> {
  if (await findPersonByEmail(ctx.db, email)) {
    throw new AppError('conflict', 'This e-mail address is already in use. Choose another one.', {
      fields: { email: 'is already in use' },
    });
  }
}

/** A short code that nothing else waits for. */
export async function drawFreeCode(ctx: ReadContext): Promise<string> {
  for (;;) {
    const code = generateShortCode();
    if (!(await isCodeTaken(ctx.db, hashCode(code)))) return code;
  }
}

async function keep(ctx: Context, input: Parsed<'account.register'>, passwordHash: string): Promise<void> {
  const { email, invite = '' } = input;
  const address = addressKey(ctx.session.address);
  // Where one invitation confirms several, the network address tells whose is whose: a corrected one takes its own place only.
  if (invite !== '') await deleteRegistration(ctx.db, { email, invite, address });
  await requireFewWaiting(ctx, email);
  if (await areRegistrationsMany(ctx.db, LIMITS.registrationsWaiting)) {
    const sentence = `${LIMITS.registrationsWaiting} people are registering right now, which is the limit. Try again in ${LIFETIMES.code / 60} minutes.`;
    throw new AppError('rate_limit_exceeded', sentence, { retryAfter: LIFETIMES.code });
  }
  const code = invite === '' ? await drawFreeCode(ctx) : undefined;
  await insertRegistration(ctx.db, {
    id: ctx.newId(),
    email,
    name: input.name,
    surname: input.surname ?? '',
    password_hash: passwordHash,
    code_hash: code === undefined ? '' : hashCode(code),
    invite,
    address,
    expires_at: ctx.now() + LIFETIMES.code,
  });
  if (code === undefined) return;
  ctx.afterCommit(() => clearCodeTries(ctx, 'confirm', email));
  const { name } = await findCommunity(ctx.db);
  await ctx.mail(registrationLetter(email, name, code));
}

/** Each of them may mail a letter to someone who did not ask for it. */
async function requireFewWaiting(ctx: Context, email: string): Promise<void> {
  const ends = await listRegistrationEnds(ctx.db, email, ctx.now());
  if (ends.length < LIMITS.registrationsEach) return;
  throw new AppError(
    'rate_limit_exceeded',
    'Too many registrations with this e-mail address. Enter a code you received, or try again later.',
    {
      retryAfter: Math.max(1, Math.min(...ends) - ctx.now()),
    },
  );
}
