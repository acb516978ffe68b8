/** Packs of stickers, each made by one person. */
export interface StickerPackTable {
  id: number;
  person_id: number;
  name: string;
  created_at: number;
}

/** A sticker: a photo of the mode `sticker` with the same ID. */
export interface StickerTable {
  id: number;
  /** 0 after it was removed from its pack: sent messages still show it. */
  pack_id: number;
  position: number;
  /** Emoji separated by spaces. */
  emoji: string;
}

/** A pack of someone else that a person added to theirs. */
export interface StickerPackAddedTable {
  person_id: number;
  pack_id: number;
  created_at: number;
}
