import type { Output, Parsed } from '../../../shared/contract';
import { requirePerson } from '../access/access';
import { generateLongCode, hashCode } from '../codes';
import type { Context, ReadContext } from '../context';
import { requireOwnPassword, requireSamePassword } from './credentials';
import { deleteCodes, hasCode, insertCode } from './queries';

/**
 * A code that people keep on paper, to choose a new password by `account.resetConfirm` without email or an admin. It is
 * valid once, and until they make another one: also after a change of the password.
 */

/** Whether the caller has a recovery code. */
export async function recoveryCode(ctx: ReadContext): Promise<Output<'account.recoveryCode'>> {
  return { Exists: await hasCode(ctx.db, requirePerson(ctx).id, 'recovery') };
}

/** Makes a recovery code for the caller, who confirms it with the password. An earlier one becomes invalid. */
export async function createRecoveryCode(ctx: ReadContext, input: Parsed<'account.createRecoveryCode'>) {
  const verified = await requireOwnPassword(ctx, requirePerson(ctx).id, input.password, 'password');
  return async (inner: Context): Promise<Output<'account.createRecoveryCode'>> => {
    const { id: person } = requirePerson(inner);
    await requireSamePassword(inner, person, verified);
    const code = generateLongCode();
    await deleteCodes(inner.db, person, { kind: 'recovery' });
    await insertCode(inner.db, {
      ...{ hash: hashCode(code), kind: 'recovery', person_id: person },
      ...{ data: '', expires_at: NEVER },
    });
    return { Code: code };
  };
}

const NEVER = Number.MAX_SAFE_INTEGER;
