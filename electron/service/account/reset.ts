import type { Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { LIFETIMES } from '../../../shared/limits';
import { hashCode, isWithinLifetime } from '../codes';
import { findCommunity } from '../community/queries';
import type { Context, ReadContext } from '../context';
import { notifySecurity } from '../notifications/notifications';
import { accountLane, takeAttempt } from './attempts';
import { clearCodeTries, takeCodeTry } from './code-tries';
import { refuseCommonPassword } from './common-passwords';
import { resetLetter } from '../mail/letters';
import { hashPassword } from './passwords';
import { deleteCodes, findCode, findPersonByEmail, findSecrets, insertCode, updatePerson } from './queries';
import { drawFreeCode } from './registration';
import { deleteKnownAddresses, deleteTokens } from './token-queries';

/** Mails a code for a new password where the address is known; the answer does not tell. */
export async function reset(ctx: Context, { email }: Parsed<'account.reset'>) {
  takeAttempt(ctx, 'reset');
  ctx.afterCommit(() => clearCodeTries(ctx, 'reset', email));
  const person = await findPersonByEmail(ctx.db, email);
  if (person && person.deleted === 0) {
    const code = await drawFreeCode(ctx);
    const expires = ctx.now() + LIFETIMES.code;
    // The last mailed code is the only one, so that asking often does not make guessing easier.
    await deleteCodes(ctx.db, person.id, { kind: 'reset', data: 'mailed' });
    await insertCode(ctx.db, {
      hash: hashCode(code),
      kind: 'reset',
      person_id: person.id,
      data: 'mailed',
      expires_at: expires,
    });
    const { name } = await findCommunity(ctx.db);
    await ctx.mail(resetLetter(email, name, code, person.id));
  }
  return { ok: true as const };
}

/**
 * Sets a new password by a code that was mailed or handed over, and ends every session and named token. A code that is unknown,
 * used or another e-mail address's is `not_found`, one that is too old or was tried too often is `gone`.
 */
export async function resetConfirm(ctx: ReadContext, input: Parsed<'account.resetConfirm'>) {
  takeAttempt(ctx, 'confirm');
  await refuseCommonPassword('password', input.password);
  const takeBack = takeCodeTry(ctx, 'reset', input);
  await findResetCode(ctx, input);
  takeBack();
  const passwordHash = await hashPassword(ctx, input.password);
  return async (inner: Context) => {
    const { person_id: person, seen_by } = await findResetCode(inner, input);
    await updatePerson(inner.db, person, { password_hash: passwordHash });
    await deleteCodes(inner.db, person);
    await deleteTokens(inner.db, person);
    await deleteKnownAddresses(inner.db, person);
    if (seen_by !== 0) await notifySecurity(inner, { person, user: seen_by, type: 'password_reset' });
    const { email } = await findSecrets(inner.db, person);
    inner.afterCommit(() => {
      inner.connections.close({ person });
      inner.ephemeral.clearFailedSignIns(accountLane(email ?? ''));
    });
    return { ok: true as const };
  };
}

async function findResetCode(
  ctx: ReadContext,
  { code, email }: Parsed<'account.resetConfirm'>,
): Promise<ResetCode> {
  const found = await findCode(ctx.db, hashCode(code), 'reset');
  const isOwn =
    found && (email === undefined || (await findSecrets(ctx.db, found.person_id)).email === email);
  if (!isOwn)
    throw new AppError('not_found', 'Wrong code. Check it or request a new one.', {
      fields: { code: 'is wrong' },
    });
  const lifetime = found.data === 'mailed' ? LIFETIMES.code : LIFETIMES.resetCode;
  if (!isWithinLifetime(found.expires_at, ctx.now(), lifetime)) throw new AppError('gone');
  return found;
}

type ResetCode = NonNullable<Awaited<ReturnType<typeof findCode>>>;
