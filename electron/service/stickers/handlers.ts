import type { Parsed } from '../../../shared/contract';
import type { Sticker, StickerPack } from '../../../shared/contract/records';
import { AppError, invalid } from '../../../shared/errors';
import { STICKERS } from '../../../shared/limits';
import { requirePerson } from '../access/access';
import {
  requireOwnPack,
  requireOwnSticker,
  requireRemovablePack,
  requireVisiblePack,
} from '../access/stickers';
import { writeAuditEntry } from '../audit';
import type { Context, ReadContext } from '../context';
import type { Handlers } from '../dispatch';
import { limitReached } from '../hourly-limit';
import { addPack, emitAddedPacks, emitPack, placeSticker, removeStickers } from './packs';
import {
  countAddedPacks,
  deleteAddedPack,
  deletePack,
  insertAddedPack,
  listAllPacks,
  listPacksOf,
  listStickerIds,
  renamePack,
  updateEmoji,
  updatePositions,
} from './queries';
import { packsOf, stickersOf } from './records';
import { prepareSticker } from './storing';

export const stickerHandlers = {
  'stickers.packs': packs,
  'stickers.allPacks': allPacks,
  'stickers.pack': pack,
  'stickers.createPack': createPack,
  'stickers.updatePack': updatePack,
  'stickers.removePack': removePack,
  'stickers.addPack': addToOwn,
  'stickers.dropPack': dropFromOwn,
  'stickers.upload': { prepare: upload },
  'stickers.update': update,
  'stickers.remove': remove,
} satisfies Partial<Handlers>;

async function packs(ctx: ReadContext): Promise<StickerPack[]> {
  return packsOf(ctx, await listPacksOf(ctx.db, requirePerson(ctx).id));
}

async function allPacks(
  ctx: ReadContext,
  { page, limit }: Parsed<'stickers.allPacks'>,
): Promise<StickerPack[]> {
  const { id: viewer } = requirePerson(ctx);
  const offset = Math.min(page * limit, Number.MAX_SAFE_INTEGER);
  return packsOf(ctx, await listAllPacks(ctx.db, { viewer, limit, offset }));
}

async function pack(ctx: ReadContext, { pack_id }: Parsed<'stickers.pack'>): Promise<StickerPack> {
  await requireVisiblePack(ctx, pack_id);
  return packRecord(ctx, pack_id);
}

async function createPack(ctx: Context, { name }: Parsed<'stickers.createPack'>): Promise<StickerPack> {
  return packRecord(ctx, await addPack(ctx, requirePerson(ctx).id, name));
}

async function updatePack(ctx: Context, input: Parsed<'stickers.updatePack'>): Promise<StickerPack> {
  const { pack_id: id, name, stickers } = input;
  await requireOwnPack(ctx, id);
  if (name !== undefined) await renamePack(ctx.db, id, name);
  if (stickers) {
    const placed = await listStickerIds(ctx.db, id);
    const unknown = stickers.findIndex((sticker) => !placed.includes(sticker));
    if (unknown !== -1) throw invalid(`stickers.${unknown}`, 'must be a sticker of this pack');
    await updatePositions(ctx.db, [...new Set([...stickers, ...placed])]);
  }
  emitPack(ctx, id);
  return packRecord(ctx, id);
}

async function removePack(ctx: Context, { pack_id: id }: Parsed<'stickers.removePack'>) {
  const owner = await requireRemovablePack(ctx, id);
  await removeStickers(ctx, await listStickerIds(ctx.db, id));
  await deletePack(ctx.db, id);
  emitPack(ctx, id);
  if (owner !== requirePerson(ctx).id)
    await writeAuditEntry(ctx, { action: 'remove_sticker_pack', person: owner });
  return { ok: true as const };
}

async function addToOwn(ctx: Context, { pack_id: id }: Parsed<'stickers.addPack'>) {
  const owner = await requireVisiblePack(ctx, id);
  const { id: person } = requirePerson(ctx);
  if (owner === person) return { ok: true as const };
  const row = { person_id: person, pack_id: id, created_at: ctx.now() };
  if (!(await insertAddedPack(ctx.db, row))) return { ok: true as const };
  if ((await countAddedPacks(ctx.db, person)) > STICKERS.added)
    throw limitReached(`You have added ${STICKERS.added} sticker packs`);
  emitAddedPacks(ctx, id);
  return { ok: true as const };
}

async function dropFromOwn(ctx: Context, { pack_id: id }: Parsed<'stickers.dropPack'>) {
  const { id: person } = requirePerson(ctx);
  // Also one that a block hides by now.
  if (await deleteAddedPack(ctx.db, person, id)) emitAddedPacks(ctx, id);
  else await requireVisiblePack(ctx, id);
  return { ok: true as const };
}

async function upload(preparation: ReadContext, input: Parsed<'stickers.upload'>) {
  const { id: person } = requirePerson(preparation);
  await requireOwnPack(preparation, input.pack_id);
  const add = await prepareSticker(preparation, preparation.uploads.find(person, 'photo', input.photo));
  return async (ctx: Context): Promise<Sticker> => {
    await requireOwnPack(ctx, input.pack_id);
    const id = await add(ctx);
    await placeSticker(ctx, { id, pack: input.pack_id, emoji: input.emoji });
    emitPack(ctx, input.pack_id);
    return stickerRecord(ctx, id);
  };
}

async function update(ctx: Context, input: Parsed<'stickers.update'>): Promise<Sticker> {
  const pack = await requireOwnSticker(ctx, input.sticker_id);
  await updateEmoji(ctx.db, input.sticker_id, input.emoji.join(' '));
  emitPack(ctx, pack);
  return stickerRecord(ctx, input.sticker_id);
}

async function remove(ctx: Context, { sticker_id: id }: Parsed<'stickers.remove'>) {
  const pack = await requireOwnSticker(ctx, id);
  await removeStickers(ctx, [id]);
  emitPack(ctx, pack);
  return { ok: true as const };
}

async function packRecord(ctx: ReadContext, id: number): Promise<StickerPack> {
  const [record] = await packsOf(ctx, [id]);
  if (!record) throw new AppError('not_found');
  return record;
}

async function stickerRecord(ctx: ReadContext, id: number): Promise<Sticker> {
  const record = (await stickersOf(ctx, [id])).get(id);
  if (!record) throw new AppError('not_found');
  return record;
}
