import type { Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { LIFETIMES } from '../../../shared/limits';
import { requirePerson } from '../access/access';
import { requireMailDelivery } from '../access/mail';
import { hashCode } from '../codes';
import { findCommunity } from '../community/queries';
import type { Context, ReadContext } from '../context';
import { beginPasswordCheck, recordWrongPassword, countEmailChange } from './attempts';
import { clearCodeAttempts } from './code-attempts';
import { rejectCommonPassword } from './common-passwords';
import { emailChangeEmail } from '../mail/emails';
import { hashPassword, isPassword } from './passwords';
import { deleteCodes, deletePendingCodes, findSecrets, insertCode, updatePerson } from './queries';
import { generateFreeCode, requireFreeEmail } from './registration';
import { deleteSessions } from './token-queries';

/**
 * Changes the caller's password and revokes their other sessions. Named tokens stay, because bots don't know the
 * password.
 */
export async function changePassword(ctx: ReadContext, input: Parsed<'account.changePassword'>) {
  const { id } = requirePerson(ctx);
  await rejectCommonPassword('new', input.new);
  const verified = await requireOwnPassword(ctx, id, input.old, 'old');
  const passwordHash = await hashPassword(ctx, input.new);
  return async (inner: Context) => {
    const { id: person, tokenId } = requirePerson(inner);
    await requireSamePassword(inner, person, verified);
    await updatePerson(inner.db, person, { password_hash: passwordHash });
    await deletePendingCodes(inner.db, person);
    const revoked = await deleteSessions(inner.db, person, tokenId);
    inner.afterCommit(() => {
      for (const token of revoked) inner.connections.close({ token });
    });
    return { ok: true as const };
  };
}

/** Mails a code to the new email address; `account.confirm` applies the change. */
export async function changeEmail(ctx: ReadContext, input: Parsed<'account.changeEmail'>) {
  const { id } = requirePerson(ctx);
  requireMailDelivery(ctx);
  const verified = await requireOwnPassword(ctx, id, input.password, 'password');
  return async (inner: Context) => {
    const { id: person } = requirePerson(inner);
    await requireSamePassword(inner, person, verified);
    await requireFreeEmail(inner, input.email);
    countEmailChange(inner, person);
    inner.afterCommit(() => clearCodeAttempts(inner, 'confirm', input.email));
    const code = await generateFreeCode(inner);
    await deleteCodes(inner.db, person, { kind: 'email' });
    await insertCode(inner.db, {
      hash: hashCode(code),
      kind: 'email',
      person_id: person,
      data: input.email,
      expires_at: inner.now() + LIFETIMES.code,
    });
    const { name } = await findCommunity(inner.db);
    await inner.mail(emailChangeEmail(input.email, name, code, person));
    return { ok: true as const };
  };
}

/**
 * Verifies the caller's password and returns its hash. Throws `auth_failed` for `field`, to distinguish it from an
 * invalid token.
 */
export async function requireOwnPassword(
  ctx: ReadContext,
  person: number,
  password: string,
  field: string,
): Promise<string> {
  const release = beginPasswordCheck(ctx, person);
  try {
    const { password_hash } = await findSecrets(ctx.db, person);
    if (await isPassword(ctx, password_hash, password)) return password_hash;
    recordWrongPassword(ctx, person);
    throw wrongPassword(field);
  } finally {
    release();
  }
}

/** Throws if the password was changed while it was being verified. */
export async function requireSamePassword(ctx: Context, person: number, verified: string): Promise<void> {
  const { password_hash } = await findSecrets(ctx.db, person);
  if (password_hash !== verified) throw wrongPassword('password');
}

function wrongPassword(field: string): AppError {
  return new AppError('auth_failed', 'Wrong password.', { fields: { [field]: 'is wrong' } });
}
