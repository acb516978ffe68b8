import type { Sticker, StickerPack } from '../../../shared/contract/records';
import type { ReadContext } from '../context';
import { authorsOf } from '../people/records';
import { shownTime } from '../timestamps';
import { findAddedPacks, findPackRows, findStickerRows, listPlacedStickers } from './records-queries';

/** Builds records of stickers by ID; deleted ones are left out. Does not check access. */
export async function stickersOf(ctx: ReadContext, ids: Iterable<number>): Promise<Map<number, Sticker>> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return new Map();
  const rows = await findStickerRows(ctx.db, uniqueIds);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ID: row.id,
        Pack: row.pack_id ?? 0,
        Emoji: row.emoji ? row.emoji.split(' ') : [],
        Url: ctx.contentUrls.urlOf('photo', row.id, `sticker-${row.id}.${row.type.replace(/^.*\//, '')}`),
        Width: row.width,
        Height: row.height,
      },
    ]),
  );
}

/** Builds records of packs, in the order of the IDs; deleted ones are left out. Does not check access. */
export async function packsOf(ctx: ReadContext, ids: readonly number[]): Promise<StickerPack[]> {
  if (ids.length === 0) return [];
  const viewer = ctx.caller?.id ?? 0;
  const rows = new Map((await findPackRows(ctx.db, ids)).map((row) => [row.id, row]));
  const authors = await authorsOf(
    ctx,
    [...rows.values()].map((row) => row.person_id),
  );
  const added = await findAddedPacks(ctx.db, viewer, ids);
  const placed = await listPlacedStickers(ctx.db, ids);
  const stickers = await stickersOf(
    ctx,
    placed.map((row) => row.id),
  );
  const byPack = Map.groupBy(placed, (row) => row.pack_id);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    const author = row && authors.get(row.person_id);
    if (!author) return [];
    const isMine = row.person_id === viewer;
    return {
      ID: id,
      Name: row.name,
      Author: author,
      Mine: isMine,
      Added: isMine || added.has(id),
      Stickers: (byPack.get(id) ?? []).flatMap((one) => stickers.get(one.id) ?? []),
      Timestamp: shownTime(ctx, row.created_at),
    };
  });
}
