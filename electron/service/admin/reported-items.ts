import type { Output } from '../../../shared/contract';
import type { Photo } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { requireVisibleFile } from '../access/access';
import { requireMessage, requireRemovableMessage, requireVisibleDialog } from '../access/dialogs';
import { requireVisibleTrack, requireVisibleVideo } from '../access/media';
import { requireVisiblePhoto } from '../access/photos';
import { requireComment, requirePost, requireRemovableComment, requireRemovablePost } from '../access/walls';
import { findAttachments } from '../content/attachment-records-queries';
import type { ReadContext } from '../context';
import { filesOf } from '../files/records';
import { tracksOf } from '../music/track-records';
import { photosOf } from '../photos/records';
import { videosOf } from '../videos/records';

type ReportedItem = NonNullable<Output<'admin.reports'>[number]['Item']>;
type Reported = Pick<ReportedItem, 'ID' | 'Text'> & { Type: ReportedItem['Type'] };

/**
 * Completes the record of a reported item: where the caller may open it, whether they may delete it, and its photo or
 * file. The text was copied into the report, but the photo and the file are still in their place, so who may not open
 * it doesn't get them.
 */
export async function presentReportedItem(ctx: ReadContext, reported: Reported): Promise<ReportedItem> {
  const { Type: type, ID: id } = reported;
  const place = await findPlace(ctx, type, id);
  return {
    ...reported,
    ...NOWHERE,
    ...place,
    Visible: place !== null,
    Removable: await isRemovable(ctx, type, id),
    Photo: place && (await findPicture(ctx, type, id)),
    File: place && type === 'file' ? ((await filesOf(ctx, [id])).get(id) ?? null) : null,
  };
}

const NOWHERE = { Post: 0, Dialog: 0, Thread: 0 };

/** Returns what the address of an item consists of besides its ID, or null if the caller may not open it. */
async function findPlace(
  ctx: ReadContext,
  type: ReportedItem['Type'],
  id: number,
): Promise<Partial<typeof NOWHERE> | null> {
  switch (type) {
    case 'message': {
      const message = await unlessRefused(() => requireMessage(ctx, id));
      return message && { Dialog: message.dialog_id, Thread: message.thread_id };
    }
    case 'dialog':
      return (await unlessRefused(() => requireVisibleDialog(ctx, id))) && { Dialog: id };
    case 'comment': {
      const comment = await unlessRefused(() => requireComment(ctx, id));
      return comment && { Post: comment.post_id };
    }
    default:
      return unlessRefused(async () => {
        await CHECKS[type](ctx, id);
        return {};
      });
  }
}

const CHECKS = {
  post: requirePost,
  photo: requireVisiblePhoto,
  file: requireVisibleFile,
  track: requireVisibleTrack,
  video: requireVisibleVideo,
} satisfies Partial<Record<ReportedItem['Type'], (ctx: ReadContext, id: number) => Promise<unknown>>>;

/** Whether the caller may delete the item, whose content of other kinds only its owner deletes. */
async function isRemovable(ctx: ReadContext, type: ReportedItem['Type'], id: number): Promise<boolean> {
  if (type === 'message') return (await unlessRefused(() => requireRemovableMessage(ctx, id))) !== null;
  if (type === 'post') return (await unlessRefused(() => requireRemovablePost(ctx, id))) !== null;
  if (type === 'comment') return (await unlessRefused(() => requireRemovableComment(ctx, id))) !== null;
  return false;
}

/** Returns the photo that shows an item: itself, its poster or cover, or the first one attached to it. */
async function findPicture(ctx: ReadContext, type: ReportedItem['Type'], id: number): Promise<Photo | null> {
  switch (type) {
    case 'photo':
      return (await photosOf(ctx, [id])).get(id) ?? null;
    case 'video':
      return findPicture(ctx, 'photo', (await videosOf(ctx, [id])).get(id)?.Preview ?? 0);
    case 'track':
      return findPicture(ctx, 'photo', (await tracksOf(ctx, [id])).get(id)?.Cover ?? 0);
    case 'file':
    case 'dialog':
      return null;
    default:
      return findAttachedPicture(ctx, id);
  }
}

async function findAttachedPicture(ctx: ReadContext, id: number): Promise<Photo | null> {
  for (const { type, item_id: item } of await findAttachments(ctx.db, [id])) {
    const picture = type === 'photo' || type === 'video' ? await findPicture(ctx, type, item) : null;
    if (picture) return picture;
  }
  return null;
}

async function unlessRefused<Result>(check: () => Promise<Result>): Promise<Result | null> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
