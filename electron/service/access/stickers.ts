import { AppError } from '../../../shared/errors';
import { requirePerson } from './access';
import { findPackAccess, findStickerAccess } from './stickers-queries';
import type { ReadContext } from '../context';

/**
 * Access control of stickers. Everyone may make packs, and see those of everyone who is neither banned nor behind a
 * block; other packs are `not_found`. Administrators may remove a pack.
 */

/** Throws unless the caller may see a pack. Returns its owner. */
export async function requireVisiblePack(ctx: ReadContext, pack: number): Promise<number> {
  const row = await findPackAccess(ctx.db, pack, requirePerson(ctx).id);
  if (row?.open !== 1) throw new AppError('not_found');
  return row.person_id;
}

/** Throws unless the caller made the pack. */
export async function requireOwnPack(ctx: ReadContext, pack: number): Promise<void> {
  if ((await requireVisiblePack(ctx, pack)) !== requirePerson(ctx).id) throw new AppError('access_denied');
}

/** Throws unless the caller made the pack or is an administrator, who may remove packs of anyone. Returns its owner. */
export async function requireRemovablePack(ctx: ReadContext, pack: number): Promise<number> {
  const { id, role } = requirePerson(ctx);
  const row = await findPackAccess(ctx.db, pack, id);
  if (!row) throw new AppError('not_found');
  if (row.person_id === id || role !== 'member') return row.person_id;
  throw new AppError(row.open === 1 ? 'access_denied' : 'not_found');
}

/** Throws unless the sticker is in a pack that the caller made. Returns the pack. */
export async function requireOwnSticker(ctx: ReadContext, sticker: number): Promise<number> {
  const row = await requireVisibleSticker(ctx, sticker);
  if (row.pack_id === 0) throw new AppError('not_found');
  await requireOwnPack(ctx, row.pack_id);
  return row.pack_id;
}

/** Throws unless the caller may see a sticker, and so send it. */
export async function requireVisibleSticker(ctx: ReadContext, sticker: number): Promise<{ pack_id: number }> {
  const row = await findStickerAccess(ctx.db, sticker, requirePerson(ctx).id);
  if (row?.open !== 1) throw new AppError('not_found');
  return row;
}
