import type { ReadContext } from '../context';
import { findAttachments } from '../content/attachment-records-queries';
import { addItems } from './item-rows';
import { addStickers } from './sticker-rows';
import type { RowSet } from './row-set';

/**
 * Adds the attachments of messages, posts or comments that the caller may see. Attached posts that are not in
 * `visiblePosts` are sent without their ID.
 */
export async function addAttachments(
  ctx: ReadContext,
  parents: readonly number[],
  visiblePosts: ReadonlySet<number>,
  rows: RowSet,
): Promise<void> {
  if (parents.length === 0) return;
  const attached = await findAttachments(ctx.db, parents);
  for (const row of attached) {
    const isHidden = row.type === 'post' && !visiblePosts.has(row.item_id);
    rows.add('attachment', [row], isHidden ? { item_id: 0 } : {});
  }
  const idsOf = (type: string) => attached.filter((row) => row.type === type).map((row) => row.item_id);
  await addItems(
    ctx,
    {
      photo: [...idsOf('photo'), ...idsOf('sticker')],
      file: idsOf('file'),
      track: idsOf('track'),
      video: idsOf('video'),
    },
    rows,
  );
  await addStickers(ctx, idsOf('sticker'), rows);
  for (const kind of ['photo', 'file', 'track', 'video'] as const)
    rows.addMissingItems([kind, 'content'], idsOf(kind));
  rows.addMissingItems(['sticker', 'photo', 'content'], idsOf('sticker'));
}
