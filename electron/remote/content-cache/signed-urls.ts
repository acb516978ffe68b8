import type { Name } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import type { Session } from '../../service';
import type { RemoteCommunity } from '../remote-community';
import type { ContentItem } from './content-item';

/**
 * Fetches and caches signed URLs of content. Reads them from the records of a person's ordinary calls, so that the host
 * decides about access. Requests that arrive while a call is running are batched into the next one.
 */
export class SignedUrls {
  readonly #community: RemoteCommunity;
  readonly #session: Session;
  readonly #cache = new Map<string, { path: string; expires: number }>();
  readonly #batches = new Map<string, Batch>();

  constructor(community: RemoteCommunity, session: Session) {
    this.#community = community;
    this.#session = session;
  }

  /** Returns path and query of content. Throws `not_found` if the person may not see it, and Unreachable. */
  async pathOf(item: ContentItem): Promise<string> {
    const key = keyOf(item);
    let url = this.#valid(key);
    if (url === null) {
      await this.#load(item);
      url = this.#valid(key);
    }
    if (url === null) throw new AppError('not_found');
    return item.variant ? `${url}&size=${item.variant}` : url;
  }

  /** Stores a signed URL that a page received. */
  remember(item: Pick<ContentItem, 'kind' | 'id'>, url: URL): void {
    const { exp, sig } = Object.fromEntries(url.searchParams);
    if (exp === undefined || sig === undefined || this.#cache.size >= MAX_CACHED_URLS) return;
    const query = new URLSearchParams({ exp, sig });
    this.#cache.set(keyOf(item), { path: `${url.pathname}?${query}`, expires: Number(exp) });
  }

  #valid(key: string): string | null {
    const cached = this.#cache.get(key);
    return cached && cached.expires > Date.now() / 1000 + MARGIN_SECONDS ? cached.path : null;
  }

  async #load(item: ContentItem): Promise<void> {
    const { kind, id } = item;
    const list = LIST_CALLS[kind];
    const get = GET_CALLS[kind];
    if (list) return this.#batchOf(kind, list).add(id);
    if (get) this.#store(kind, await this.#call(get.name, { [get.id]: id }));
  }

  #batchOf(kind: string, name: Name): Batch {
    const batch =
      this.#batches.get(kind) ??
      new Batch(async (ids) => {
        const records = await this.#call(name, { ids });
        if (Array.isArray(records)) for (const record of records) this.#store(kind, record);
      });
    this.#batches.set(kind, batch);
    return batch;
  }

  #call(name: Name, input: unknown): Promise<unknown> {
    return this.#community.call(this.#session, name, input);
  }

  /** Stores the URL of a record. The host is untrusted, so a URL of other content is ignored. */
  #store(kind: string, record: unknown): void {
    const { ID, Url } = (record ?? {}) as { ID?: unknown; Url?: unknown };
    if (typeof ID !== 'number' || typeof Url !== 'string' || !Url.startsWith(`/content/${kind}/${ID}/`))
      return;
    if (this.#cache.size >= MAX_CACHED_URLS) this.#cache.clear();
    this.remember({ kind, id: ID }, new URL(Url, 'https://host.invalid'));
  }
}

/** Calls that return several records by their IDs. */
const LIST_CALLS: Record<string, Name | undefined> = { photo: 'photos.some', track: 'music.some' };
/** Calls that return one record, and the name of its ID. */
const GET_CALLS: Record<string, { name: Name; id: string } | undefined> = {
  video: { name: 'videos.get', id: 'video_id' },
  file: { name: 'files.get', id: 'file_id' },
};
/** Seconds before its expiry at which a URL is no longer used, so that it does not expire in transit. */
const MARGIN_SECONDS = 60;
const MAX_CACHED_URLS = 10_000;

function keyOf({ kind, id }: Pick<ContentItem, 'kind' | 'id'>): string {
  return `${kind}/${id}`;
}

/** Loads records by ID in one call at a time, for all IDs requested before it starts. */
class Batch {
  readonly #load: (ids: number[]) => Promise<void>;
  readonly #requestedIds = new Set<number>();
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(load: (ids: number[]) => Promise<void>) {
    this.#load = load;
  }

  add(id: number): Promise<void> {
    this.#requestedIds.add(id);
    if (this.#next) return this.#next;
    const next = this.#running
      .catch(() => undefined)
      .then(async () => {
        this.#next = null;
        const ids = [...this.#requestedIds];
        this.#requestedIds.clear();
        for (let from = 0; from < ids.length; from += LIMITS.pageMax)
          await this.#load(ids.slice(from, from + LIMITS.pageMax));
      });
    this.#running = next;
    return (this.#next = next);
  }
}
