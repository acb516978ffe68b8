import { STICKERS } from '../../../shared/limits';

/** Pixels of the longer side to which larger pictures are reduced. */
export const STICKER_SIZE = 512;

/**
 * Returns the file to upload for a picture: as it is if it is small enough or may be animated, else reduced to WebP.
 * Null if it can't be a sticker.
 */
export async function stickerFile(file: File): Promise<File | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const longer = Math.max(picture.width, picture.height);
  const isAllowed = STICKER_TYPES.includes(file.type) && file.size <= STICKERS.bytes;
  if (isAllowed && (longer <= STICKER_SIZE || (isMoving(file) && longer <= STICKERS.pixels))) return file;
  // Reducing an animation would keep its first frame only.
  if (isMoving(file) && file.type === 'image/gif') return null;
  const scale = Math.min(1, STICKER_SIZE / longer);
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const bytes = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
  const name = `${file.name.replace(/\.\w+$/, '')}.webp`;
  return bytes.size <= STICKERS.bytes ? new File([bytes], name, { type: bytes.type }) : null;
}

/** The formats in which stickers are stored. */
const STICKER_TYPES = ['image/webp', 'image/png', 'image/gif', 'image/avif'];
/** Types of the pictures that can be chosen, for `accept`: one that can't be stored as it is becomes a WebP. */
export const ACCEPTED_TYPES = [...STICKER_TYPES, 'image/jpeg'].join(',');

function isMoving({ type }: File): boolean {
  return type === 'image/gif' || type === 'image/webp' || type === 'image/png';
}
