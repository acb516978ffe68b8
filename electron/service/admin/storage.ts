import type { Output } from '../../../shared/contract';
import { LIMITS } from '../../../shared/limits';
import { requireAdministrator } from '../access';
import type { ReadContext } from '../context';
import { authorsOf } from '../records/people';
import { listLargestStorage, listStorageByKind } from './storage-queries';

/** How much is stored, by whom, and how much more the disk takes. */
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
    Kinds: kinds.map((row) => ({ Kind: row.kind, Items: row.items, Size: row.bytes })),
    People: largest.flatMap((row) => {
      const user = authors.get(row.person_id);
      return user ? { User: user, Items: row.items, Size: row.bytes } : [];
    }),
  };
}
