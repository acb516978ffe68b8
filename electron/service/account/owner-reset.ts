import { AppError } from '../../../shared/errors';
import { LIFETIMES } from '../../../shared/limits';
import type { Db } from '../../database/open';
import { generateLongCode, hashCode } from '../codes';
import { deleteCodes, findOwner, insertCode } from './queries';

/**
 * A one-time code with which the owner chooses a new password: the way back in for whoever sits at the host. `now` and
 * `Expires` are Unix seconds. Throws `not_found` while there is no owner.
 */
export async function makeOwnerResetCode(db: Db, now: number): Promise<{ Code: string; Expires: number }> {
  const owner = await findOwner(db);
  if (!owner) throw new AppError('not_found', 'Nobody owns this community yet.');
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
