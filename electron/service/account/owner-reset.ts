import { AppError } from '../../../shared/errors';
import { LIFETIMES } from '../../../shared/limits';
import type { Db } from '../../database/open';
import { generateLongCode, hashCode } from '../codes';
import { deleteCodes, findOwner, insertCode } from './queries';

/**
 * Creates a one-time code with which the owner sets a new password, for a person with access to the host machine. `now`
 * and `Expires` are Unix seconds. Throws `not_found` if there is no owner.
 */
export async function createOwnerResetCode(db: Db, now: number): Promise<{ Code: string; Expires: number }> {
  const owner = await findOwner(db);
  if (!owner) throw new AppError('not_found', 'This community has no owner yet. Register the first account.');
  const code = generateLongCode();
  const expires = now + LIFETIMES.resetCode;
  await deleteCodes(db, owner.id, { kind: 'reset' });
  await insertCode(db, {
    hash: hashCode(code),
    kind: 'reset',
    person_id: owner.id,
    data: 'handed over',
    expires_at: expires,
  });
  return { Code: code, Expires: expires };
}
