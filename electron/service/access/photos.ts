import { AppError, invalid } from '../../../shared/errors';
import { isAllowed, requirePerson } from './access';
import { isCoverVisible } from './media-queries';
import { findPhotoAccess, hasReceived } from './queries';
import type { ReadContext } from '../context';

/** Access control of photos. Photos the caller may not know exist are `not_found`. */

/**
 * Throws unless the caller may see a photo: they own it or received it, it is public or a sticker and its owner not
 * banned, or it is the picture of a person, dialog, track, playlist, video or the community that they can see.
 */
export async function requireVisiblePhoto(ctx: ReadContext, photo: number): Promise<void> {
  if (!(await canSeePhoto(ctx, photo))) throw new AppError('not_found');
}

/**
 * Filters photos to those the caller may see, keeping their order. Checks them one by one; each check takes
 * microseconds.
 */
export async function findVisiblePhotos(ctx: ReadContext, photos: readonly number[]): Promise<number[]> {
  const visible: number[] = [];
  for (const photo of new Set(photos)) if (await canSeePhoto(ctx, photo)) visible.push(photo);
  return visible;
}

async function canSeePhoto(ctx: ReadContext, photo: number): Promise<boolean> {
  const caller = requirePerson(ctx).id;
  const row = await findPhotoAccess(ctx.db, photo, caller);
  if (!row) return false;
  if (row.person_id === caller || row.on_dialog === 1 || row.on_community === 1) return true;
  const isOwnerAccessible = row.blocked === 0 && row.ban === 0;
  if (isOwnerAccessible && row.mode !== 'private') return true;
  const isProfilePicture = isOwnerAccessible && (row.avatar === photo || row.banner === photo);
  if (
    isProfilePicture &&
    (await isAllowed(ctx, row.banner === photo ? 0 : row.view_avatar_state, row.person_id))
  )
    return true;
  if (isOwnerAccessible && (await isCoverVisible(ctx.db, photo, caller))) return true;
  return hasReceived(ctx.db, 'photo', photo, caller);
}

/** Throws unless the caller owns the photo. */
export async function requireOwnPhoto(ctx: ReadContext, photo: number): Promise<void> {
  await requireVisiblePhoto(ctx, photo);
  const row = await findPhotoAccess(ctx.db, photo, requirePerson(ctx).id);
  if (row?.person_id !== requirePerson(ctx).id) throw new AppError('access_denied');
}

/** Throws `validation_error` for `field` unless the photo belongs to the caller. 0 means no photo. */
export async function requirePicture(ctx: ReadContext, field: string, photo: number): Promise<void> {
  if (photo === 0) return;
  const row = await findPhotoAccess(ctx.db, photo, requirePerson(ctx).id);
  if (row?.person_id !== requirePerson(ctx).id) throw invalid(field, 'must be one of your photos');
}
