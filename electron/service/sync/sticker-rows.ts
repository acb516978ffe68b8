import { requirePerson } from '../access/access';
import type { ReadContext } from '../context';
import { listPacksOf } from '../stickers/queries';
import { addItems } from './item-rows';
import { addPeople } from './people-rows';
import { findPacksAdded, findStickerPacks, findStickers, findStickersOfPacks } from './row-queries';
import type { RowSet } from './row-set';

/** Adds stickers that the caller may see, without their photos. */
export async function addStickers(ctx: ReadContext, ids: readonly number[], rows: RowSet): Promise<void> {
  if (ids.length > 0) rows.add('sticker', await findStickers(ctx.db, ids));
}

/** Adds packs that the caller made or added, with their stickers; skips other IDs. */
export async function addStickerPacks(ctx: ReadContext, ids: readonly number[], rows: RowSet): Promise<void> {
  if (ids.length === 0) return;
  const { id: caller } = requirePerson(ctx);
  const own = new Set(await listPacksOf(ctx.db, caller));
  const visible = ids.filter((id) => own.has(id));
  const packs = await findStickerPacks(ctx.db, visible);
  await addPeople(
    ctx,
    packs.map((row) => Number(row.person_id)),
    rows,
  );
  rows.add('sticker_pack', packs);
  rows.add('sticker_pack_added', await findPacksAdded(ctx.db, caller, visible));
  const stickers = await findStickersOfPacks(ctx.db, visible);
  rows.add('sticker', stickers);
  await addItems(ctx, { photo: stickers.map((row) => Number(row.id)) }, rows);
}

/** Adds all packs that the caller made or added. */
export async function addOwnStickerPacks(ctx: ReadContext, person: number, rows: RowSet): Promise<void> {
  await addStickerPacks(ctx, await listPacksOf(ctx.db, person), rows);
}
