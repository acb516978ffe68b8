import { addPack, placeSticker } from '../stickers/packs';
import { findStickerPicture, markAsSticker } from '../stickers/queries';
import type { ImportRun } from './import-run';
import { exportedStickerPack } from './records';

/** Imports packs of stickers. Their pictures were imported as photos, which become stickers here. */
export async function importStickers(run: ImportRun): Promise<void> {
  await run.each('stickers', 'sticker_pack', exportedStickerPack, async (record) => {
    await run.add('sticker_pack', record, async () => {
      const stickers: { id: number; emoji: readonly string[] }[] = [];
      for (const { ID, Emoji } of record.Stickers) {
        const id = await run.idOf('photo', ID);
        if (id > 0) stickers.push({ id, emoji: Emoji });
      }
      run.summary.skip('attachment', 'missing', record.Stickers.length - stickers.length);
      return async (ctx) => {
        const pack = await addPack(ctx, run.person, record.Name);
        for (const { id, emoji } of stickers) {
          // A picture that is too large stays a photo.
          if (!(await findStickerPicture(ctx.db, id))) continue;
          await markAsSticker(ctx.db, id);
          await placeSticker(ctx, { id, pack, emoji });
        }
        return pack;
      };
    });
  });
}
