import { z } from 'zod';
import { PAGE_SIZES, STICKERS } from '../../limits';
import { read, write } from '../endpoint';
import { BaseOkay, Sticker, StickerPack } from '../records';
import { identifier, limit, name, page, stickerEmoji, uniqueIdentifiers, uploadId } from '../values';

const pack = { pack_id: identifier() };
const sticker = { sticker_id: identifier() };

export const stickers = {
  'stickers.packs': read('GET /stickers/packs', {
    summary: 'The packs that the caller made or added, the latest first.',
    since: '1.1.0',
    input: z.object({}),
    output: z.array(StickerPack),
  }),
  'stickers.allPacks': read('GET /stickers/packs/all', {
    summary: 'The packs of everyone, newest first; empty ones only for their makers.',
    since: '1.1.0',
    input: z.object({ page: page(), limit: limit(PAGE_SIZES.stickerPacks) }),
    output: z.array(StickerPack),
  }),
  'stickers.pack': read('GET /stickers/packs/{pack_id}', {
    summary: 'One pack.',
    since: '1.1.0',
    input: z.object(pack),
    output: StickerPack,
  }),
  'stickers.createPack': write('POST /stickers/packs', {
    summary: 'Creates an empty pack.',
    repeat: { by: 'stickers.pack', id: 'pack_id' },
    since: '1.1.0',
    input: z.object({ name: name(STICKERS.name) }),
    output: StickerPack,
  }),
  'stickers.updatePack': write('PATCH /stickers/packs/{pack_id}', {
    summary: 'Renames an own pack, or puts its stickers in another order: those named come first.',
    repeat: { by: 'stickers.pack', id: 'pack_id' },
    since: '1.1.0',
    input: z.object({
      ...pack,
      name: name(STICKERS.name).optional(),
      stickers: uniqueIdentifiers(STICKERS.each).optional(),
    }),
    output: StickerPack,
  }),
  'stickers.removePack': write('DELETE /stickers/packs/{pack_id}', {
    summary: 'Removes a pack: its maker, or an administrator. Messages keep the stickers that were sent.',
    since: '1.1.0',
    input: z.object(pack),
    output: BaseOkay,
  }),
  'stickers.addPack': write('PUT /stickers/packs/{pack_id}/added', {
    summary: "Adds a pack of someone else to the caller's packs.",
    since: '1.1.0',
    input: z.object(pack),
    output: BaseOkay,
  }),
  'stickers.dropPack': write('DELETE /stickers/packs/{pack_id}/added', {
    summary: "Takes a pack of someone else off the caller's packs.",
    since: '1.1.0',
    input: z.object(pack),
    output: BaseOkay,
  }),
  'stickers.upload': write('POST /stickers/packs/{pack_id}/stickers', {
    summary: 'Adds a picture to an own pack: a WebP, PNG, GIF or AVIF of up to 1 MiB and 1024 pixels.',
    since: '1.1.0',
    upload: { part: 'photo', kind: 'photo' },
    query: ['emoji'],
    input: z.object({ ...pack, photo: uploadId(), emoji: stickerEmoji(STICKERS.emoji) }),
    output: Sticker,
  }),
  'stickers.update': write('PATCH /stickers/{sticker_id}', {
    summary: 'Changes the emoji of a sticker of an own pack.',
    since: '1.1.0',
    input: z.object({ ...sticker, emoji: stickerEmoji(STICKERS.emoji) }),
    output: Sticker,
  }),
  'stickers.remove': write('DELETE /stickers/{sticker_id}', {
    summary: 'Removes a sticker from an own pack. Messages keep it where it was sent.',
    since: '1.1.0',
    input: z.object(sticker),
    output: BaseOkay,
  }),
} as const;
