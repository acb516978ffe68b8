import type { Attachment, PostModel } from '../../../shared/contract/records';
import type { ReadContext } from '../context';
import { findAttachments } from './attachments-queries';
import { filesOf } from './files';

/** What hangs on a message, in its order. */
export interface Carried {
  photos: number[];
  attachments: Attachment[];
}

/**
 * What hangs on messages, posts or comments, by their numbers; those that carry nothing are left out. Only messages carry
 * posts: `postsOf` gives them.
 */
export async function carriedOf(
  ctx: ReadContext,
  messages: readonly number[],
  postsOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, PostModel>> = noPosts,
): Promise<Map<number, Carried>> {
  const rows = await findAttachments(ctx.db, messages);
  const carried = new Map<number, Carried>();
  if (rows.length === 0) return carried;
  const files = await filesOf(
    ctx,
    rows.filter((row) => row.type === 'file').map((row) => row.item_id),
  );
  const posts = await postsOf(rows.filter((row) => row.type === 'post').map((row) => row.item_id));
  for (const row of rows.toSorted((one, other) => one.position - other.position)) {
    const of = carried.get(row.message_id) ?? { photos: [], attachments: [] };
    carried.set(row.message_id, of);
    if (row.type === 'photo') of.photos.push(row.item_id);
    else {
      const item = files.get(row.item_id) ?? posts.get(row.item_id) ?? null;
      of.attachments.push({ ID: row.id, Type: row.type, Item: item, Timestamp: row.created_at });
    }
  }
  return carried;
}

const noPosts = () => Promise.resolve(new Map<number, never>());
