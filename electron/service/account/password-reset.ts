import type { Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { LIFETIMES } from '../../../shared/limits';
import { requireMailDelivery } from '../access/mail';
import { hashCode, isWithinLifetime } from '../codes';
import { findCommunity } from '../community/queries';
import type { Context, ReadContext } from '../context';
import { notifySecurity } from '../notifications/notifications';
import { signInKey, countAttempt } from './attempts';
import { clearCodeAttempts, countCodeAttempt } from './code-attempts';
import { rejectCommonPassword } from './common-passwords';
import { passwordResetEmail } from '../mail/emails';
import { hashPassword } from './passwords';
import {
  deleteCodes,
  deletePendingCodes,
  findCode,
  findPersonByEmail,
  findSecrets,
  insertCode,
  updatePerson,
} from './queries';
import { generateFreeCode } from './registration';
import { deleteKnownAddresses, deleteTokens } from './token-queries';

/**
 * Emails a code with which a person can reset their password. The answer doesn't reveal whether the address is known.
 */
export async function reset(ctx: Context, { email }: Parsed<'account.reset'>) {
  requireMailDelivery(ctx);
  countAttempt(ctx, 'reset');
  ctx.afterCommit(() => clearCodeAttempts(ctx, 'reset', email));
  const person = await findPersonByEmail(ctx.db, email);
  if (person && person.deleted === 0) {
    const code = await generateFreeCode(ctx);
    const expires = ctx.now() + LIFETIMES.code;
    // Only the last mailed code is valid, so that requesting many doesn't make guessing easier.
    await deleteCodes(ctx.db, person.id, { kind: 'reset', data: 'mailed' });
    await insertCode(ctx.db, {
      hash: hashCode(code),
      kind: 'reset',
      person_id: person.id,
      data: 'mailed',
      expires_at: expires,
    });
    const { name } = await findCommunity(ctx.db);
    await ctx.mail(passwordResetEmail(email, name, code, person.id));
  }
  return { ok: true as const };
}

/**
 * Sets a new password with a code and revokes all sessions and named tokens. The code was mailed, came from an admin,
 * or is the person's recovery code. Throws `not_found` if it is unknown, used or belongs to another email address,
 * `gone` if it has expired or after too many attempts.
 */
export async function resetConfirm(ctx: ReadContext, input: Parsed<'account.resetConfirm'>) {
  countAttempt(ctx, 'confirm');
  await rejectCommonPassword('password', input.password);
  const undoAttempt = countCodeAttempt(ctx, 'reset', input);
  await findResetCode(ctx, input);
  undoAttempt();
  const passwordHash = await hashPassword(ctx, input.password);
  return async (inner: Context) => {
    const { person_id: person, seen_by, kind } = await findResetCode(inner, input);
    await updatePerson(inner.db, person, { password_hash: passwordHash });
    await deletePendingCodes(inner.db, person);
    if (kind === 'recovery') await deleteCodes(inner.db, person, { kind });
    await deleteTokens(inner.db, person);
    await deleteKnownAddresses(inner.db, person);
    if (seen_by !== 0) await notifySecurity(inner, { person, user: seen_by, type: 'password_reset' });
    const { email } = await findSecrets(inner.db, person);
    inner.afterCommit(() => {
      inner.connections.close({ person });
      inner.ephemeral.clearFailedSignIns(signInKey(email ?? ''));
    });
    return { ok: true as const };
  };
}

async function findResetCode(
  ctx: ReadContext,
  { code, email }: Parsed<'account.resetConfirm'>,
): Promise<ResetCode> {
  const hash = hashCode(code);
  const found = (await findCode(ctx.db, hash, 'reset')) ?? (await findCode(ctx.db, hash, 'recovery'));
  const isValid =
    found && (email === undefined || (await findSecrets(ctx.db, found.person_id)).email === email);
  if (!isValid)
    throw new AppError('not_found', 'Wrong code. Check it or request a new one.', {
      fields: { code: 'is wrong' },
    });
  if (found.kind === 'recovery') return found;
  const lifetime = found.data === 'mailed' ? LIFETIMES.code : LIFETIMES.resetCode;
  if (!isWithinLifetime(found.expires_at, ctx.now(), lifetime)) throw new AppError('gone');
  return found;
}

type ResetCode = NonNullable<Awaited<ReturnType<typeof findCode>>>;
