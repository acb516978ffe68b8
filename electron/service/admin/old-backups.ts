import type { Store } from '../../database/open';
import type { Context } from '../context';
import type { GroupCommit } from '../group-commit';
import { notifyOldBackups } from '../notifications/notifications';
import { listAdministrators } from './queries';

/** Notifies the owner and the administrators that the last good backup is older than they asked for. */
export function warnOfOldBackups(store: Store, groupCommit: GroupCommit): Promise<void> {
  const caller = { db: store.writer.db, session: { token: null, address: '', userAgent: '' }, caller: null };
  const notifyAll = async (ctx: Context) => {
    for (const person of await listAdministrators(ctx.db)) await notifyOldBackups(ctx, person);
  };
  return store.writer.run(async () => {
    await groupCommit.collect(caller, notifyAll);
  });
}
