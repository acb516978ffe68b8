import type { Attachment } from '../../../shared/contract/records';
import type { ReadContext } from '../context';
import { findAttachments } from './attachments-queries';
import { filesOf } from './files';

/** What hangs on a message, in its order. */
export interface Carried {
  photos: number[];
  attachments: Attachment[];
}

/** What hangs on messages, by their numbers; those that carry nothing are left out. */
export async function carriedOf(
  ctx: ReadContext,
  messages: readonly number[],
): Promise<Map<number, Carried>> {
  const rows = await findAttachments(ctx.db, messages);
  const carried = new Map<number, Carried>();
  if (rows.length === 0) return carried;
  const files = await filesOf(
    ctx,
    rows.filter((row) => row.type === 'file').map((row) => row.item_id),
  );
  for (const row of rows.toSorted((one, other) => one.position - other.position)) {
    const of = carried.get(row.message_id) ?? { photos: [], attachments: [] };
    carried.set(row.message_id, of);
    if (row.type === 'photo') of.photos.push(row.item_id);
    else {
      const item = files.get(row.item_id) ?? null;
      of.attachments.push({ ID: row.id, Type: row.type, Item: item, Timestamp: row.created_at });
    }
  }
  return carried;
}
