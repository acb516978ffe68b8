import type { Output } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import { requireAdministrator } from '../access/access';
import type { ContentTotals } from '../../content/listing';
import { findUnusedContent } from '../content/unused-content-queries';
import type { Context, ReadContext } from '../context';
import type { TwoPhaseHandler } from '../dispatch';
import { authorsOf } from '../people/records';
import { insertAuditEntry } from './queries';
import { listLargestStorage, listStorageByKind } from './storage-queries';

/** Returns how much each person stores, and how much space the disk has left. */
export async function storage(ctx: ReadContext): Promise<Output<'admin.storage'>> {
  requireAdministrator(ctx);
  const kinds = await listStorageByKind(ctx.db);
  const largest = await listLargestStorage(ctx.db, LIMITS.pageMax);
  const authors = await authorsOf(
    ctx,
    largest.map((row) => row.person_id),
  );
  return {
    Size: kinds.reduce((sum, row) => sum + row.bytes, 0),
    Free: await ctx.content.freeSpace(),
    Trash: record(await ctx.content.stored.trashTotals()),
    Unused: record(await findUnusedContent(ctx.db)),
    Kinds: kinds.map((row) => ({ Kind: row.kind, Items: row.items, Size: row.bytes })),
    People: largest.flatMap((row) => {
      const user = authors.get(row.person_id);
      return user ? { User: user, Items: row.items, Size: row.bytes } : [];
    }),
  };
}

/** Removes content that the sweep left for an administrator to approve. Throws `conflict` if it can't be moved now. */
export const cleanStorage: TwoPhaseHandler<'admin.cleanStorage'> = {
  joinsRepeats: true,
  prepare: async (preparation) => {
    requireAdministrator(preparation);
    const unused = await findUnusedContent(preparation.db);
    const moved = unused.items === 0 ? unused : await preparation.sweeper.run(true);
    if (moved === null) throw new AppError('conflict', NOT_NOW);
    return async (ctx: Context) => {
      const caller = requireAdministrator(ctx);
      const entry = { by: caller.id, action: 'clean_storage', reason: `${moved.items}` } as const;
      if (moved.items > 0) await insertAuditEntry(ctx.db, { id: ctx.newId(), ...entry, now: ctx.now() });
      return record(moved);
    };
  },
};

const NOT_NOW =
  'Unused files cannot be removed right now: a backup is running or the database is damaged. Try again in a few minutes.';

function record({ items, size }: ContentTotals): Output<'admin.cleanStorage'> {
  return { Items: items, Size: size };
}
