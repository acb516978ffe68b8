import type { Parsed } from '../../../shared/contract';
import { AppError, invalid } from '../../../shared/errors';
import { requireVisibleFile } from '../access/access';
import { requireVisiblePhoto } from '../access/photos';
import { requireVisibleSticker } from '../access/stickers';
import { requirePost } from '../access/walls';
import { requireVisibleTrack, requireVisibleVideo } from '../access/media';
import type { Context } from '../context';
import {
  deleteAttachments,
  hasAttachment,
  insertAttachments,
  listAttachments,
  type AttachedKind,
  type NewAttachment,
} from '../messages/attachment-queries';
import { indexItem } from '../search/item-queries';

/**
 * The attachments to give to a message, post or comment. An undefined list leaves the existing ones of that kind alone.
 */
export interface NewAttachments {
  photos: NewAttachment[] | undefined;
  others: NewAttachment[] | undefined;
}

/** Validates the attachments of an input: the caller must have access to each. Throws `validation_error`. */
export async function requireAttachments(
  ctx: Context,
  input: Pick<Parsed<'dialogs.send'>, 'photos_list' | 'attachments'>,
): Promise<NewAttachments> {
  for (const [index, id] of (input.photos_list ?? []).entries()) {
    await asFieldError(requireVisiblePhoto(ctx, id), `photos_list.${index}`, 'does not exist');
  }
  for (const [index, { Type, Item }] of (input.attachments ?? []).entries()) {
    const field = `attachments.${index}.Item`;
    await asFieldError(CHECKS[Type](ctx, Item), field, 'does not exist');
  }
  return {
    photos: input.photos_list?.map((item, position) => ({ type: 'photo', item, position })),
    others: input.attachments?.map(({ Type, Item }, index) => ({
      type: Type,
      item: Item,
      position: FIRST_POSITION_AFTER_PHOTOS + index,
    })),
  };
}

/** The attachments of a message that is a sticker. Throws `validation_error` if the caller may not see it. */
export async function requireStickerAttachment(ctx: Context, sticker: number): Promise<NewAttachments> {
  await asFieldError(requireVisibleSticker(ctx, sticker), 'sticker', 'does not exist');
  const others: NewAttachment[] = [{ type: 'sticker', item: sticker, position: FIRST_POSITION_AFTER_PHOTOS }];
  return { photos: undefined, others };
}

/**
 * Returns the post that a repost refers to. Reposting a repost without text or attachments of its own refers to the
 * original. Throws `validation_error` if the caller can't see the post.
 */
export function resolveRepostSource(ctx: Context, id: number): Promise<number> {
  return asFieldError(requireRepostSource(ctx, id), 'repost', 'there is no such post');
}

async function requireRepostSource(ctx: Context, id: number): Promise<number> {
  const source = await requirePost(ctx, id);
  if (source.repost_id === 0 || source.content !== '' || (await hasAttachment(ctx.db, id))) return id;
  return (await requirePost(ctx, source.repost_id)).id;
}

/** Anyone with access to an item may share it. */
const CHECKS: Record<AttachedKind | 'repost', (ctx: Context, item: number) => Promise<unknown>> = {
  post: requirePost,
  file: requireVisibleFile,
  track: requireVisibleTrack,
  video: requireVisibleVideo,
  photo: requireVisiblePhoto,
  sticker: requireVisibleSticker,
  repost: requireRepostSource,
};

/** Whether an item, or a post to repost, exists and the caller may share it. */
export async function canShare(ctx: Context, type: AttachedKind | 'repost', item: number): Promise<boolean> {
  try {
    await CHECKS[type](ctx, item);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false;
    throw error;
  }
}

/** Whether there is at least one attachment. */
export function hasAttachments({ photos = [], others = [] }: NewAttachments): boolean {
  return photos.length + others.length > 0;
}

/** Replaces the attachments of a message, post or comment. Returns whether anything changed. */
export async function replaceAttachments(
  ctx: Context,
  dialog: number,
  message: number,
  attachments: NewAttachments,
): Promise<boolean> {
  let isChanged = false;
  for (const kind of ['photos', 'others'] as const) {
    const items = attachments[kind];
    const before = await listAttachments(ctx.db, message, kind);
    if (!items || describeItems(items) === describeItems(before)) continue;
    isChanged = true;
    await deleteAttachments(ctx.db, message, kind);
    const rows = items.map((item) => ({ ...item, id: ctx.newId() }));
    await insertAttachments(ctx.db, { dialog, message, now: ctx.now() }, rows);
    indexAttached(ctx, items);
  }
  return isChanged;
}

/** People who may read the message may now find its items. */
function indexAttached(ctx: Context, items: readonly NewAttachment[]): void {
  for (const { type, item } of items) {
    if (type !== 'post' && type !== 'track' && type !== 'sticker')
      ctx.beforeCommit(() => indexItem(ctx.db, type, item));
  }
}

function describeItems(items: readonly NewAttachment[]): string {
  return items.map(({ type, item }) => `${type} ${item}`).join();
}

/** Photos come first. */
const FIRST_POSITION_AFTER_PHOTOS = 100;

/** Awaits a check and turns its `not_found` into a `validation_error` of `field`. */
export async function asFieldError<T>(check: Promise<T>, field: string, why: string): Promise<T> {
  try {
    return await check;
  } catch (error) {
    throw error instanceof AppError && error.code === 'not_found' ? invalid(field, why) : error;
  }
}
