import { z } from 'zod';
import { Author } from './people';

/** Records of stickers and their packs. */

const number = z.number();

/** A picture that is sent as a message of its own. `Pack` is 0 once it was removed from its pack. */
export const Sticker = z.object({
  ID: number,
  Pack: number,
  /** What it expresses, the first one foremost. */
  Emoji: z.array(z.string()),
  Url: z.string(),
  Width: number,
  Height: number,
});

/** `Added`: the caller added it to their packs; an own one always is. */
export const StickerPack = z.object({
  ID: number,
  Name: z.string(),
  Author,
  Mine: z.boolean(),
  Added: z.boolean(),
  Stickers: z.array(Sticker),
  Timestamp: number,
});

export type Sticker = z.infer<typeof Sticker>;
export type StickerPack = z.infer<typeof StickerPack>;
