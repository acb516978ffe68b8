import type { Sticker, StickerPack } from '../../../shared/contract/records';
import { isInaccessible, type Call } from '../../api';
import { RecordCache } from '../../api/record-cache.svelte';
import { hasExpired } from '../signed-url';

/**
 * Returns the sticker of a message with a URL that is still valid. If its own has expired, its pack is loaded, and the
 * sticker is returned as it was until then. Reactive.
 */
export function currentSticker(sticker: Sticker): Sticker {
  if (!hasExpired(sticker.Url)) return sticker;
  return packs.get(sticker.Pack)?.Stickers.find(({ ID }) => ID === sticker.ID) ?? sticker;
}

/** The packs of stickers with expired URLs, of anyone. */
const packs = new RecordCache<StickerPack>(async (call, ids) => {
  const loaded = await Promise.all(ids.map((id) => visiblePack(call, id)));
  return loaded.filter((pack) => pack !== null);
});

/** Returns null for a pack that was deleted, or is not visible to the person. */
async function visiblePack(call: Call, id: number): Promise<StickerPack | null> {
  try {
    return await call('stickers.pack', { pack_id: id }, { attempts: 2 });
  } catch (error) {
    if (isInaccessible(error)) return null;
    throw error;
  }
}
