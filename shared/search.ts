/** The kinds of results that the search finds, in display order. */
export const searchKinds = [
  'people',
  'dialogs',
  'messages',
  'posts',
  'tracks',
  'playlists',
  'photos',
  'videos',
  'files',
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** What a message or post may be required to contain. */
export const contentFilters = ['photo', 'video', 'file', 'track', 'link', 'post'] as const;
export type ContentFilter = (typeof contentFilters)[number];

/** The conditions of a search other than its words, by the names people type. */
export const searchConditions = ['from', 'in', 'has', 'before', 'after'] as const;
export type SearchCondition = (typeof searchConditions)[number];

/**
 * Whether a kind can match these conditions: people and dialogs have no author, date or contents, and only messages and
 * what was sent with them are in a dialog.
 */
export function kindMatches(kind: SearchKind, conditions: readonly SearchCondition[]): boolean {
  return conditions.every((condition) => MATCHING[condition].includes(kind));
}

const UPLOADED: readonly SearchKind[] = ['tracks', 'playlists', 'photos', 'videos', 'files'];
const DATED: readonly SearchKind[] = ['messages', 'posts', ...UPLOADED];
const MATCHING: Record<SearchCondition, readonly SearchKind[]> = {
  from: DATED,
  in: ['messages', 'photos', 'videos', 'files'],
  has: ['messages', 'posts'],
  before: DATED,
  after: DATED,
};
