import { AppError } from '../../../shared/errors';
import { STICKERS } from '../../../shared/limits';
import { mediaTypeOf } from '../../content/media/media-type';
import type { ReceivedFile } from '../../content/store';
import { requirePerson } from '../access/access';
import { insertContent } from '../content/content-queries';
import type { Context, ReadContext } from '../context';
import { insertPhoto } from '../photos/queries';
import { requireQuota, sizeExceeded } from '../uploads/quota';

/**
 * Cleans and stores the bytes of a sticker of the caller. Returns the function that adds its picture, inside a
 * transaction, and returns its ID. Throws `invalid_type` or `too_large` for a picture that can't be a sticker.
 */
export async function prepareSticker(
  preparation: ReadContext,
  received: ReceivedFile,
): Promise<(ctx: Context) => Promise<number>> {
  const { id: person } = requirePerson(preparation);
  if (received.size > STICKERS.bytes) throw sizeExceeded(STICKERS.bytes);
  if (!TYPES.has(await mediaTypeOf(received.path))) throw new AppError('invalid_type', NOT_A_STICKER);
  const picture = await preparation.pictures.clean(person, received, { keepsBare: true });
  const { bytes, type, width, height, preview } = picture;
  if (Math.max(width, height) > STICKERS.pixels) {
    await preparation.content.discard(bytes);
    throw new AppError('too_large', `A sticker can be at most ${STICKERS.pixels} pixels wide and high.`);
  }
  await preparation.content.commit(bytes);
  return async (ctx) => {
    const { hash, size } = bytes;
    await requireQuota(ctx, person, size);
    const id = ctx.newId();
    await insertContent(ctx.db, { id, kind: 'photo', person, hash, size, type, now: ctx.now() });
    await insertPhoto(ctx.db, { id, person, mode: 'sticker', caption: '', width, height, preview });
    return id;
  };
}

const TYPES: ReadonlySet<string> = new Set([
  'image/webp',
  'image/png',
  'image/apng',
  'image/gif',
  'image/avif',
]);
const NOT_A_STICKER = 'A sticker must be a WebP, PNG, GIF or AVIF picture.';
