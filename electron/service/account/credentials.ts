import type { Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { LIFETIMES } from '../../../shared/limits';
import { requirePerson } from '../access/access';
import { hashCode } from '../codes';
import { findCommunity } from '../community/queries';
import type { Context, ReadContext } from '../context';
import { beginOwnPassword, noteWrongPassword, takeAddressChange } from './attempts';
import { clearCodeTries } from './code-tries';
import { refuseCommonPassword } from './common-passwords';
import { addressLetter } from '../mail/letters';
import { hashPassword, isPassword } from './passwords';
import { deleteCodes, findSecrets, insertCode, updatePerson } from './queries';
import { drawFreeCode, requireFreeEmail } from './registration';
import { deleteSessions } from './token-queries';

/** Changes the own password and ends the other sessions; named tokens stay, as bots know no password. */
export async function changePassword(ctx: ReadContext, input: Parsed<'account.changePassword'>) {
  const { id } = requirePerson(ctx);
  await refuseCommonPassword('new', input.new);
  const verified = await requireOwnPassword(ctx, id, input.old, 'old');
  const passwordHash = await hashPassword(ctx, input.new);
  return async (inner: Context) => {
    const { id: person, tokenId } = requirePerson(inner);
    await requireUnchanged(inner, person, verified);
    await updatePerson(inner.db, person, { password_hash: passwordHash });
    await deleteCodes(inner.db, person);
    const ended = await deleteSessions(inner.db, person, tokenId);
    inner.afterCommit(() => {
      for (const token of ended) inner.connections.close({ token });
    });
    return { ok: true as const };
  };
}

/** Mails a code to the address that the caller wants to have; `account.confirm` makes it theirs. */
export async function changeEmail(ctx: ReadContext, input: Parsed<'account.changeEmail'>) {
  const { id } = requirePerson(ctx);
  const verified = await requireOwnPassword(ctx, id, input.password, 'password');
  return async (inner: Context) => {
    const { id: person } = requirePerson(inner);
    await requireUnchanged(inner, person, verified);
    await requireFreeEmail(inner, input.email);
    takeAddressChange(inner, person);
    inner.afterCommit(() => clearCodeTries(inner, 'confirm', input.email));
    const code = await drawFreeCode(inner);
    await deleteCodes(inner.db, person, { kind: 'email' });
    await insertCode(inner.db, {
      hash: hashCode(code),
      kind: 'email',
      person_id: person,
      data: input.email,
      expires_at: inner.now() + LIFETIMES.code,
    });
    const { name } = await findCommunity(inner.db);
    await inner.mail(addressLetter(input.email, name, code, person));
    return { ok: true as const };
  };
}

/** Gives the hash that the password fits; else `auth_failed` naming the field, which tells it from a bad token. */
export async function requireOwnPassword(
  ctx: ReadContext,
  person: number,
  password: string,
  field: string,
): Promise<string> {
  const end = beginOwnPassword(ctx, person);
  try {
    const { password_hash } = await findSecrets(ctx.db, person);
    if (await isPassword(ctx, password_hash, password)) return password_hash;
    noteWrongPassword(ctx, person);
    throw wrongPassword(field);
  } finally {
    end();
  }
}

/** The password may have been changed while it was being compared. */
export async function requireUnchanged(ctx: Context, person: number, verified: string): Promise<void> {
  const { password_hash } = await findSecrets(ctx.db, person);
  if (password_hash !== verified) throw wrongPassword('password');
}

function wrongPassword(field: string): AppError {
  return new AppError('auth_failed', 'Wrong password.', { fields: { [field]: 'is wrong' } });
}
