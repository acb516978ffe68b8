export type Flag = 0 | 1;

/** The kinds of things whose views are counted. */
export type ViewedKind = 'post' | 'video';

/** The kinds of things that are bytes. */
export type ContentKind = 'file' | 'photo' | 'track' | 'video';
