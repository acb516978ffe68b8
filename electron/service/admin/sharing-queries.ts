import type { Db } from '../../database/open';
import type { SharingSettings } from '../../sharing/sharing-state';

/** Returns the owner's settings for sharing on the network. */
export async function findSharingSettings(db: Db): Promise<SharingSettings> {
  const { share_on, share_port, share_plain } = await db
    .selectFrom('community')
    .select(['share_on', 'share_port', 'share_plain'])
    .limit(1)
    .executeTakeFirstOrThrow();
  return { on: share_on === 1, port: share_port, plain: share_plain === 1 };
}

/** Stores the owner's settings for sharing on the network. */
export async function updateSharingSettings(
  db: Db,
  community: number,
  { on, port, plain }: SharingSettings,
): Promise<void> {
  await db
    .updateTable('community')
    .set({ share_on: on ? 1 : 0, share_port: port, share_plain: plain ? 1 : 0 })
    .where('id', '=', community)
    .execute();
}
