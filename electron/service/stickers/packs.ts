import { STICKERS } from '../../../shared/limits';
import { requirePerson } from '../access/access';
import { deleteContent } from '../content/content-queries';
import type { Context } from '../context';
import { limitReached } from '../hourly-limit';
import {
  countOwnPacks,
  findLastPosition,
  findSentStickers,
  insertPack,
  insertSticker,
  listStickerIds,
  unplaceStickers,
} from './queries';

/** Creates an empty pack. Throws `too_large` if the person has made the maximum number. */
export async function addPack(ctx: Context, person: number, name: string): Promise<number> {
  if ((await countOwnPacks(ctx.db, person)) >= STICKERS.packs)
    throw limitReached(`You have made ${STICKERS.packs} sticker packs`);
  const id = ctx.newId();
  await insertPack(ctx.db, { id, person_id: person, name, created_at: ctx.now() });
  emitPack(ctx, id);
  return id;
}

/** Puts a sticker at the end of a pack. Throws `too_large` if the pack is full. */
export async function placeSticker(
  ctx: Context,
  { id, pack, emoji }: { id: number; pack: number; emoji: readonly string[] },
): Promise<void> {
  const { length } = await listStickerIds(ctx.db, pack);
  if (length >= STICKERS.each) throw limitReached(`This pack has ${STICKERS.each} stickers`);
  const position = (await findLastPosition(ctx.db, pack)) + 1;
  await insertSticker(ctx.db, { id, pack_id: pack, position, emoji: emoji.join(' ') });
}

/** Takes stickers out of their pack. Those that were sent stay in their messages; the others are deleted. */
export async function removeStickers(ctx: Context, ids: readonly number[]): Promise<void> {
  const sent = await findSentStickers(ctx.db, ids);
  await unplaceStickers(ctx.db, [...sent]);
  for (const id of ids) if (!sent.has(id)) await deleteContent(ctx.db, id);
}

/** Emits to everyone that a pack was made, changed or removed. */
export function emitPack(ctx: Context, id: number): void {
  ctx.emit({ type: 'stickers', scope: { kind: 'community', id: 0 }, ref: { kind: 'sticker_pack', id } });
}

/** Emits to the caller's devices that they added or dropped a pack. */
export function emitAddedPacks(ctx: Context, id: number): void {
  const { id: person } = requirePerson(ctx);
  ctx.emit({ type: 'stickers', scope: { kind: 'person', id: person }, ref: { kind: 'sticker_pack', id } });
}
