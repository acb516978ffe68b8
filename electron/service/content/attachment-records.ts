import type { Attachment, File, Photo, PostModel, Track, Video } from '../../../shared/contract/records';
import type { ReadContext } from '../context';
import { findAttachments } from './attachment-records-queries';
import { filesOf } from '../files/records';
import { photosOf } from '../photos/records';
import { tracksOf } from '../music/track-records';
import { videosOf } from '../videos/records';
import { shownTime } from '../timestamps';

/** What hangs on a message, in its order. */
export interface Carried {
  photos: number[];
  attachments: Attachment[];
}

type AttachedType = Attachment['Type'] | 'photo';
type AttachedItem = File | Photo | Track | Video;

/** How things of each kind become records. */
const RECORDS = { photo: photosOf, file: filesOf, track: tracksOf, video: videosOf } satisfies Partial<
  Record<AttachedType, (ctx: ReadContext, ids: Iterable<number>) => Promise<Map<number, AttachedItem>>>
>;

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
  const items = await itemsOf(
    ctx,
    rows.filter((row) => row.type !== 'photo'),
  );
  const posts = await postsOf(rows.filter((row) => row.type === 'post').map((row) => row.item_id));
  for (const row of rows.toSorted((one, other) => one.position - other.position)) {
    const of = carried.get(row.message_id) ?? { photos: [], attachments: [] };
    carried.set(row.message_id, of);
    if (row.type === 'photo') of.photos.push(row.item_id);
    else {
      const item = items.get(row.item_id) as Exclude<AttachedItem, Photo> | undefined;
      const post = posts.get(row.item_id);
      of.attachments.push({
        ID: row.id,
        Type: row.type,
        Item: item ?? post ?? null,
        Timestamp: shownTime(ctx, row.created_at),
      });
    }
  }
  return carried;
}

const noPosts = () => Promise.resolve(new Map<number, never>());

/** Records of attached things of any kinds, by number; those that are gone are left out. */
export async function itemsOf(
  ctx: ReadContext,
  rows: readonly { type: AttachedType; item_id: number }[],
): Promise<Map<number, AttachedItem>> {
  const items = new Map<number, AttachedItem>();
  for (const [type, recordsOf] of Object.entries(RECORDS)) {
    const ids = rows.filter((row) => row.type === type).map((row) => row.item_id);
    for (const [id, item] of await recordsOf(ctx, ids)) items.set(id, item);
  }
  return items;
}
