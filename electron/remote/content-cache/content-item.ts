/** A content of a community: its kind and ID, and a size of a photo ('' for the original). */
export interface ContentItem {
  kind: string;
  id: number;
  variant: string;
}

/** How a content is fetched into the cache. */
export interface FetchOptions {
  signal?: AbortSignal;
  /** It is stored for offline use: the budget doesn't apply. */
  isKept?: boolean;
  /** Called with the number of bytes received so far. */
  onBytes?: (bytes: number) => void;
}

/** What a response says of a content, as far as it is needed to answer with it again. */
export interface ContentFacts {
  size: number;
  type: string;
  etag: string;
  name: string;
  isInline: boolean;
}

/** The content of a URL: `/content/KIND/ID/NAME?size=`, with or without a signature. Null for anything else. */
export function contentItemOf({ kind, id }: { kind: string; id: string }, url: URL): ContentItem | null {
  const variant = url.searchParams.get('size') ?? '';
  if (!/^[1-9]\d{0,15}$/.test(id) || !/^[a-z]{1,20}$/.test(kind) || !/^\d{0,5}$/.test(variant)) return null;
  return { kind, id: Number(id), variant };
}
