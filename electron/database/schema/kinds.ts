/** A boolean column. */
export type Flag = 0 | 1;

/** Kinds of items whose views are counted. */
export type ViewedKind = 'post' | 'video';

/** Kinds of uploaded content. */
export type ContentKind = 'file' | 'photo' | 'track' | 'video';

/** Kinds of items that an import adds. */
export type ImportedKind = ContentKind | 'playlist' | 'sticker_pack' | 'post' | 'comment' | 'scheduled';
