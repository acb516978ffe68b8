import type { Sticker, StickerPack } from '../../../shared/contract/records';
import { received, upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import type { TestService } from '../../support/service';
import { NOT_BLOCKED, nothing, row, SIGNED_IN, type Row } from './answers';
import type { World } from './world';

const MAKER = [401, 403, 403, 403, 404, 403, 403];

export const stickersRows: Row[] = [
  row('stickers.packs', '', nothing, SIGNED_IN),
  row('stickers.allPacks', '', nothing, SIGNED_IN),
  row('stickers.createPack', '', () => ({ name: 'Cats' }), SIGNED_IN),
  row('stickers.pack', "another's", async (w, _, t) => inPack(await annsPack(w, t)), NOT_BLOCKED),
  row(
    'stickers.updatePack',
    "another's",
    async (w, _, t) => ({ ...inPack(await annsPack(w, t)), name: 'Kittens' }),
    MAKER,
  ),
  row(
    'stickers.removePack',
    "another's",
    async (w, _, t) => inPack(await annsPack(w, t)),
    [401, 403, 403, 200, 404, 403, 200],
  ),
  row('stickers.addPack', "another's", async (w, _, t) => inPack(await annsPack(w, t)), NOT_BLOCKED),
  row('stickers.dropPack', "another's", async (w, _, t) => inPack(await annsPack(w, t)), NOT_BLOCKED),
  row('stickers.upload', "another's", uploadInto, MAKER),
  row(
    'stickers.update',
    "another's",
    async (w, _, t) => ({ ...sticker(await annsSticker(w, t)), emoji: '👍' }),
    MAKER,
  ),
  row('stickers.remove', "another's", async (w, _, t) => sticker(await annsSticker(w, t)), MAKER),
];

/** A pack of Ann; the same one each time. */
export async function annsPack({ ann }: World, { service }: TestService): Promise<StickerPack> {
  const [pack] = await service.call(ann.session, 'stickers.packs', {});
  return pack ?? service.call(ann.session, 'stickers.createPack', { name: 'Cats' });
}

/** A sticker in a pack of Ann; the same one each time. */
export async function annsSticker(w: World, t: TestService): Promise<Sticker> {
  const { ID: pack_id, Stickers: placed } = await annsPack(w, t);
  if (placed[0]) return placed[0];
  return upload(t.service, w.ann.session, 'stickers.upload', fixture('picture.png'), {
    pack_id,
    emoji: '😀',
  });
}

async function uploadInto(w: World, caller: keyof World['callers'] | 'ann', t: TestService) {
  const input = { ...inPack(await annsPack(w, t)), emoji: '😀' };
  // Who is banned can hand over no bytes.
  if (caller === 'banned') return { ...input, photo: 'A'.repeat(22) };
  const by = caller === 'ann' ? w.ann : w.callers[caller];
  return { ...input, ...(await received(t, by, 'stickers.upload', fixture('picture.png'))) };
}

function inPack({ ID }: StickerPack) {
  return { pack_id: ID };
}

function sticker({ ID }: Sticker) {
  return { sticker_id: ID };
}
