import { AppError } from '../../../shared/errors';
import { findApp } from '../apps/queries';
import type { ReadContext } from '../context';
import { requirePerson } from './access';

/** Access control of apps: only their owner may see and change them. */

export type StoredApp = NonNullable<Awaited<ReturnType<typeof findApp>>>;

/** Returns an app of the caller. Others learn nothing of it. */
export async function requireOwnApp(ctx: ReadContext, id: number): Promise<StoredApp> {
  const caller = requirePerson(ctx);
  const app = await findApp(ctx.db, id);
  if (app?.person_id !== caller.id) throw new AppError('not_found');
  return app;
}
