import type {
  Attachment,
  File,
  Photo,
  PostModel,
  Sticker,
  Track,
  Video,
} from '../../../shared/contract/records';
import type { ReadContext } from '../context';
import { findAttachments } from './attachment-records-queries';
import { filesOf } from '../files/records';
import { photosOf } from '../photos/records';
import { stickersOf } from '../stickers/records';
import { tracksOf } from '../music/track-records';
import { videosOf } from '../videos/records';
import { shownTime } from '../timestamps';

/** What is attached to a message, post or comment, in its order. */
export interface MessageAttachments {
  photos: number[];
  attachments: Attachment[];
  /** The sticker that is a whole message; null if it was deleted. */
  sticker?: Sticker | null;
}

type AttachedType = Attachment['Type'] | 'photo' | 'sticker';
/** What the record of an attachment is made from. */
export interface AttachmentRow {
  message_id: number;
  id: number;
  position: number;
  type: AttachedType;
  item_id: number;
  created_at: number;
}

type AttachedItem = File | Photo | Track | Video;

/** Loads the records of each kind of item. */
const RECORDS = { photo: photosOf, file: filesOf, track: tracksOf, video: videosOf } satisfies Partial<
  Record<AttachedType, (ctx: ReadContext, ids: Iterable<number>) => Promise<Map<number, AttachedItem>>>
>;

/** Loads attached posts by ID; deleted and invisible ones are left out. */
export type LoadPosts = (ids: readonly number[]) => Promise<ReadonlyMap<number, PostModel>>;

/**
 * Loads what is attached to messages, posts or comments, by their IDs; those without attachments are left out. Attached
 * posts are loaded by `postsOf`; without it their `Item` is null.
 */
export async function attachmentsOf(
  ctx: ReadContext,
  messages: readonly number[],
  postsOf: LoadPosts = noPosts,
): Promise<Map<number, MessageAttachments>> {
  return attachmentRecords(ctx, await findAttachments(ctx.db, messages), postsOf);
}

/** Builds the records of attachment rows, by the message, post or comment that they belong to. */
export async function attachmentRecords(
  ctx: ReadContext,
  rows: readonly AttachmentRow[],
  postsOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, PostModel>> = noPosts,
): Promise<Map<number, MessageAttachments>> {
  const attached = new Map<number, MessageAttachments>();
  if (rows.length === 0) return attached;
  const idsOf = (type: AttachedType) => rows.filter((row) => row.type === type).map((row) => row.item_id);
  const items = await itemRecords(
    ctx,
    rows.filter((row) => row.type !== 'photo'),
  );
  const posts = await postsOf(idsOf('post'));
  const stickers = await stickersOf(ctx, idsOf('sticker'));
  for (const row of rows.toSorted((first, second) => first.position - second.position)) {
    const entry = attached.get(row.message_id) ?? { photos: [], attachments: [] };
    attached.set(row.message_id, entry);
    if (row.type === 'photo') entry.photos.push(row.item_id);
    else if (row.type === 'sticker') entry.sticker = stickers.get(row.item_id) ?? null;
    else {
      const item = items.get(row.item_id) as Exclude<AttachedItem, Photo> | undefined;
      const post = posts.get(row.item_id);
      entry.attachments.push({
        ID: row.id,
        Type: row.type,
        Item: item ?? post ?? null,
        Timestamp: shownTime(ctx, row.created_at),
      });
    }
  }
  return attached;
}

const noPosts = () => Promise.resolve(new Map<number, never>());

/** Loads the records of attached items of any kind, by ID. Deleted items are left out. */
export async function itemRecords(
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
