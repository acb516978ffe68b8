import type { Parsed } from '../../../shared/contract';
import type { Attachment } from '../../../shared/contract/records';
import { AppError, invalid } from '../../../shared/errors';
import { requireVisibleFile } from '../access/access';
import { requireVisiblePhoto } from '../access/photos';
import { requirePost } from '../access/walls';
import { requireVisibleTrack, requireVisibleVideo } from '../access/media';
import type { Context } from '../context';
import {
  deleteAttachments,
  findAttachment,
  insertAttachments,
  listAttachments,
  type NewAttachment,
} from '../messages/attachment-queries';

/** What a message is to carry; undefined where nothing is said of that kind. */
export interface Carried {
  photos: NewAttachment[] | undefined;
  others: NewAttachment[] | undefined;
}

/** Checks that the caller may send what an input names; throws `validation_error`. */
export async function requireCarried(
  ctx: Context,
  input: Pick<Parsed<'dialogs.send'>, 'photos_list' | 'attachments'>,
): Promise<Carried> {
  for (const [index, id] of (input.photos_list ?? []).entries()) {
    await known(requireVisiblePhoto(ctx, id), `photos_list.${index}`, 'does not exist');
  }
  for (const [index, { Type, Item }] of (input.attachments ?? []).entries()) {
    const field = `attachments.${index}.Item`;
    await known(CHECKS[Type](ctx, Item), field, 'does not exist');
  }
  return {
    photos: input.photos_list?.map((item, position) => ({ type: 'photo', item, position })),
    others: input.attachments?.map(({ Type, Item }, index) => ({
      type: Type,
      item: Item,
      position: AFTER_PHOTOS + index,
    })),
  };
}

/**
 * The post to which a repost refers: that of what it reposts itself where it says nothing of its own. Throws
 * `validation_error` where the caller knows of no such post.
 */
export async function requireSource(ctx: Context, id: number): Promise<number> {
  const source = await known(requirePost(ctx, id), 'repost', 'does not exist');
  if (source.repost_id === 0 || source.content !== '' || (await findAttachment(ctx.db, id))) return id;
  return (await known(requirePost(ctx, source.repost_id), 'repost', 'does not exist')).id;
}

/** Who may see a thing may pass it on. */
const CHECKS: Record<Attachment['Type'], (ctx: Context, item: number) => Promise<unknown>> = {
  post: requirePost,
  file: requireVisibleFile,
  track: requireVisibleTrack,
  video: requireVisibleVideo,
};

/** Whether a message carries anything. */
export function isLaden({ photos = [], others = [] }: Carried): boolean {
  return photos.length + others.length > 0;
}

/** Gives a message what it is to carry, in place of what it carried of that kind; says whether that was something else. */
export async function carry(
  ctx: Context,
  dialog: number,
  message: number,
  carried: Carried,
): Promise<boolean> {
  let isOther = false;
  for (const kind of ['photos', 'others'] as const) {
    const items = carried[kind];
    const before = await listAttachments(ctx.db, message, kind);
    if (!items || contentsOf(items) === contentsOf(before)) continue;
    isOther = true;
    await deleteAttachments(ctx.db, message, kind);
    const rows = items.map((item) => ({ ...item, id: ctx.newId() }));
    await insertAttachments(ctx.db, { dialog, message, now: ctx.now() }, rows);
  }
  return isOther;
}

function contentsOf(items: readonly NewAttachment[]): string {
  return items.map(({ type, item }) => `${type} ${item}`).join();
}

/** Photos stand before everything else. */
const AFTER_PHOTOS = 100;

/** Waits for a check; what the caller does not know of makes the field invalid that names it. */
export async function known<T>(check: Promise<T>, field: string, why: string): Promise<T> {
  try {
    return await check;
  } catch (error) {
    throw error instanceof AppError && error.code === 'not_found' ? invalid(field, why) : error;
  }
}
