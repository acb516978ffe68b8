import { AppError } from '../../../shared/errors';
import { requireAdministrator } from './access';
import { findTarget } from '../admin/queries';
import type { Caller, ReadContext } from '../context';
import { findLetter, type MailReader } from '../mail/queries';

/** Whom administrators may act on, and whose letters they may read. Each throws. */

export type Target = NonNullable<Awaited<ReturnType<typeof findTarget>>>;
export type Letter = NonNullable<Awaited<ReturnType<typeof findLetter>>>;

/** A person below the caller: the owner is above everyone else, administrators are above members. */
export async function requireSubordinate(ctx: ReadContext, caller: Caller, person: number): Promise<Target> {
  const target = await findTarget(ctx.db, person);
  if (!target) throw new AppError('not_found');
  if (target.id === caller.id) throw new AppError('access_denied', 'You cannot do this to yourself.');
  if (target.role === 'owner') throw new AppError('access_denied', 'You cannot do this to the owner.');
  if (target.role === 'admin' && caller.role !== 'owner') {
    throw new AppError('access_denied', 'Only the owner can do this to an administrator.');
  }
  return target;
}

/** The caller as a reader of the local mail: the owner reads all of it, administrators letters to members and their own. */
export function requireMailReader(ctx: ReadContext): MailReader {
  const { id, role } = requireAdministrator(ctx);
  return { id, all: role === 'owner' };
}

/** A letter of the local mail that the caller may read; where mail goes out by SMTP there is none. */
export async function requireLetter(ctx: ReadContext, id: number): Promise<Letter> {
  const reader = requireMailReader(ctx);
  const letter = ctx.settings.smtp === null ? await findLetter(ctx.db, reader, id) : undefined;
  if (!letter) throw new AppError('not_found', 'Message not found in the local mailbox.');
  return letter;
}
