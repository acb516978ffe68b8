/** A window about packs of stickers; `id` is a pack's. */
export type StickerWindow = { kind: 'pack' | 'edit'; id: number } | { kind: 'create' } | { kind: 'browse' };
