import type { Parsed } from '../../../shared/contract';
import { AppError, invalid } from '../../../shared/errors';
import { LIFETIMES, LIMITS } from '../../../shared/limits';
import { requireMayRegister } from '../access/admission';
import { requireMailDelivery } from '../access/mail';
import { addressKey } from '../address-key';
import { generateShortCode, hashCode } from '../codes';
import { findCommunity } from '../community/queries';
import type { Context, ReadContext } from '../context';
import { countAttempt } from './attempts';
import { clearCodeAttempts } from './code-attempts';
import { rejectCommonPassword } from './common-passwords';
import { registrationEmail } from '../mail/emails';
import { hashPassword } from './passwords';
import {
  areRegistrationsAtLimit,
  deleteRegistration,
  findPersonByEmail,
  findPersonByLink,
  insertRegistration,
  isCodeTaken,
  listRegistrationExpiries,
} from './queries';
import { tagFromName } from './tags';

/**
 * Stores a registration until a code confirms it: that of the given invitation, or one that is mailed. Several
 * registrations of one email address may be pending, each with its own code.
 */
export async function register(ctx: ReadContext, input: Parsed<'account.register'>) {
  // An invitation confirms the account without an email.
  if (!input.invite) requireMailDelivery(ctx);
  countAttempt(ctx, 'register');
  await requireMayRegister(ctx, input);
  await requireFreeEmail(ctx, input.email);
  await rejectCommonPassword('password', input.password);
  await requireFreeTag(ctx, input.link);
  const link = input.link || (await tagFromName(`${input.name} ${input.surname ?? ''}`));
  const passwordHash = await hashPassword(ctx, input.password);
  return async (inner: Context) => {
    await requireMayRegister(inner, input);
    await requireFreeEmail(inner, input.email);
    await requireFreeTag(inner, input.link);
    await storeRegistration(inner, { ...input, link }, passwordHash);
    return { ok: true as const };
  };
}

/** Throws `conflict` if someone has this email address. */
export async function requireFreeEmail(ctx: ReadContext, email: string): Promise<void> {
  if (await findPersonByEmail(ctx.db, email)) {
    throw new AppError('conflict', 'This e-mail address is already in use. Choose another one.', {
      fields: { email: 'is already in use' },
    });
  }
}

async function requireFreeTag(ctx: ReadContext, tag = ''): Promise<void> {
  if (tag !== '' && (await findPersonByLink(ctx.db, tag))) throw invalid('link', 'is taken');
}

/** Generates a short code that isn't pending for anything else. */
export async function generateFreeCode(ctx: ReadContext): Promise<string> {
  for (;;) {
    const code = generateShortCode();
    if (!(await isCodeTaken(ctx.db, hashCode(code)))) return code;
  }
}

async function storeRegistration(
  ctx: Context,
  input: Parsed<'account.register'> & { link: string },
  passwordHash: string,
): Promise<void> {
  const { email, invite = '' } = input;
  const address = addressKey(ctx.session.address);
  // One invitation may confirm several registrations; the network address tells them apart, so that a corrected one
  // replaces only its own.
  if (invite !== '') await deleteRegistration(ctx.db, { email, invite, address });
  await requireFewPending(ctx, email);
  if (await areRegistrationsAtLimit(ctx.db, LIMITS.registrationsWaiting)) {
    const sentence = `${LIMITS.registrationsWaiting} people are registering right now, which is the limit. Try again in ${LIFETIMES.code / 60} minutes.`;
    throw new AppError('rate_limit_exceeded', sentence, { retryAfter: LIFETIMES.code });
  }
  const code = invite === '' ? await generateFreeCode(ctx) : undefined;
  await insertRegistration(ctx.db, {
    id: ctx.newId(),
    email,
    name: input.name,
    surname: input.surname ?? '',
    link: input.link,
    password_hash: passwordHash,
    code_hash: code === undefined ? '' : hashCode(code),
    invite,
    address,
    expires_at: ctx.now() + LIFETIMES.code,
  });
  if (code === undefined) return;
  ctx.afterCommit(() => clearCodeAttempts(ctx, 'confirm', email));
  const { name } = await findCommunity(ctx.db);
  await ctx.mail(registrationEmail(email, name, code));
}

/** Each registration may mail someone who didn't ask for it. */
async function requireFewPending(ctx: Context, email: string): Promise<void> {
  const expiries = await listRegistrationExpiries(ctx.db, email, ctx.now());
  if (expiries.length < LIMITS.registrationsEach) return;
  throw new AppError(
    'rate_limit_exceeded',
    'Too many registrations with this e-mail address. Enter a code you received, or try again later.',
    {
      retryAfter: Math.max(1, Math.min(...expiries) - ctx.now()),
    },
  );
}
