import { AppError, invalid } from '../../../shared/errors';
import { admits, requirePerson } from './access';
import { isCoverSeen } from './media-queries';
import { findPhotoUse, findReceived } from './queries';
import type { ReadContext } from '../context';

/** Who sees a photo, and whose it is. Each throws; what a caller may not know of is `not_found`. */

/**
 * A photo that the caller owns, that is public and of nobody banned, that was sent to them, or that is the picture of a person, a dialog, the
 * community, a track, a playlist or a video as they may see them.
 */
export async function requireVisiblePhoto(ctx: ReadContext, photo: number): Promise<void> {
  if (!(await seesPhoto(ctx, photo))) throw new AppError('not_found');
}

/** Those of some photos that the caller may see, in their order. Each takes microseconds to find. */
export async function findVisiblePhotos(ctx: ReadContext, photos: readonly number[]): Promise<number[]> {
  const seen: number[] = [];
  for (const photo of new Set(photos)) if (await seesPhoto(ctx, photo)) seen.push(photo);
  return seen;
}

async function seesPhoto(ctx: ReadContext, photo: number): Promise<boolean> {
  const caller = requirePerson(ctx).id;
  const row = await findPhotoUse(ctx.db, photo, caller);
  if (!row) return false;
  if (row.person_id === caller || row.on_dialog === 1 || row.on_community === 1) return true;
  const isOpen = row.blocked === 0 && row.ban === 0;
  if (isOpen && row.mode === 'public') return true;
  const isFace = isOpen && (row.avatar === photo || row.banner === photo);
  if (isFace && (await admits(ctx, row.banner === photo ? 0 : row.view_avatar_state, row.person_id)))
    return true;
  if (isOpen && (await isCoverSeen(ctx.db, photo, caller))) return true;
  return findReceived(ctx.db, 'photo', photo, caller);
}

/** A photo that the caller owns. */
export async function requireOwnPhoto(ctx: ReadContext, photo: number): Promise<void> {
  await requireVisiblePhoto(ctx, photo);
  const row = await findPhotoUse(ctx.db, photo, requirePerson(ctx).id);
  if (row?.person_id !== requirePerson(ctx).id) throw new AppError('access_denied');
}

/** Throws `validation_error` for a field that is to name a picture (0: none) unless it is a photo of the caller. */
export async function requirePicture(ctx: ReadContext, field: string, photo: number): Promise<void> {
  if (photo === 0) return;
  const row = await findPhotoUse(ctx.db, photo, requirePerson(ctx).id);
  if (row?.person_id !== requirePerson(ctx).id) throw invalid(field, 'must be one of your photos');
}
