/**
 * Tokens in a full-text index that say what a text belongs to, such as its dialog and author. They have a column of
 * their own, so that words typed into a search never match them.
 */
export const searchToken = {
  dialog: (id: number) => `d${id.toString(36)}`,
  author: (id: number) => `a${id.toString(36)}`,
  /** What a message or post contains: an attachment, a link or a repost. */
  contains: (kind: string) => `h${kind}`,
} as const;

/** Search conditions besides words; all IDs grow with time, so dates are ranges of IDs. */
export interface SearchFilters {
  /** The author, or the owner of an item. */
  from?: number | undefined;
  /** Only what contains each of these. */
  has?: readonly string[];
  /** Only IDs from this one on. */
  first?: number;
  /** Only IDs below this one. */
  before: number;
  limit: number;
}

/** The part of an FTS5 expression for author and contents; '' for none. */
export function filterExpression({ from, has = [] }: Pick<SearchFilters, 'from' | 'has'>): string {
  const tokens = [
    ...(from === undefined ? [] : [searchToken.author(from)]),
    ...has.map(searchToken.contains),
  ];
  return tokens.join(' AND ');
}
