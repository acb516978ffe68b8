import type { Db } from '../../database/open';
import type { Wish } from '../../sharing/state';

/** How the owner wants the community to be shared. */
export async function findWish(db: Db): Promise<Wish> {
  const { share_on, share_port, share_plain } = await db
    .selectFrom('community')
    .select(['share_on', 'share_port', 'share_plain'])
    .limit(1)
    .executeTakeFirstOrThrow();
  return { on: share_on === 1, port: share_port, plain: share_plain === 1 };
}

/** Keeps it. */
export async function updateWish(db: Db, community: number, { on, port, plain }: Wish): Promise<void> {
  await db
    .updateTable('community')
    .set({ share_on: on ? 1 : 0, share_port: port, share_plain: plain ? 1 : 0 })
    .where('id', '=', community)
    .execute();
}
