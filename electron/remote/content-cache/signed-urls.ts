import type { Name } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import type { Session } from '../../service';
import type { RemoteCommunity } from '../remote-community';
import type { ContentItem } from './content-item';

/**
 * Signed URLs of a person's content, by ordinary calls for its records, so that the host decides about access. Requests
 * made while a call is running share the next one.
 */
export class SignedUrls {
  readonly #community: RemoteCommunity;
  readonly #session: Session;
  readonly #known = new Map<string, { path: string; expires: number }>();
  readonly #batches = new Map<string, Batch>();

  constructor(community: RemoteCommunity, session: Session) {
    this.#community = community;
    this.#session = session;
  }

  /** Path and query of a content. Throws `not_found` if the person may not see it, and Unreachable. */
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

  /** Takes note of a signed URL that a page was given. */
  remember(item: Pick<ContentItem, 'kind' | 'id'>, url: URL): void {
    const { exp, sig } = Object.fromEntries(url.searchParams);
    if (exp === undefined || sig === undefined || this.#known.size >= MAX_KNOWN) return;
    const query = new URLSearchParams({ exp, sig });
    this.#known.set(keyOf(item), { path: `${url.pathname}?${query}`, expires: Number(exp) });
  }

  #valid(key: string): string | null {
    const known = this.#known.get(key);
    return known && known.expires > Date.now() / 1000 + MARGIN_SECONDS ? known.path : null;
  }

  async #load(item: ContentItem): Promise<void> {
    const { kind, id } = item;
    const list = LISTED[kind];
    const one = SINGLE[kind];
    if (list) return this.#batchOf(kind, list).add(id);
    if (one) this.#store(kind, await this.#call(one.name, { [one.id]: id }));
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

  /** The host is not trusted: only a URL of the content itself is used. */
  #store(kind: string, record: unknown): void {
    const { ID, Url } = (record ?? {}) as { ID?: unknown; Url?: unknown };
    if (typeof ID !== 'number' || typeof Url !== 'string' || !Url.startsWith(`/content/${kind}/${ID}/`))
      return;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.remember({ kind, id: ID }, new URL(Url, 'https://host.invalid'));
  }
}

/** Calls that return several records by their IDs. */
const LISTED: Record<string, Name | undefined> = { photo: 'photos.some', track: 'music.some' };
/** Calls that return one record, and the name of its ID. */
const SINGLE: Record<string, { name: Name; id: string } | undefined> = {
  video: { name: 'videos.get', id: 'video_id' },
  file: { name: 'files.get', id: 'file_id' },
};
/** A URL must not expire on its way. */
const MARGIN_SECONDS = 60;
const MAX_KNOWN = 10_000;

function keyOf({ kind, id }: Pick<ContentItem, 'kind' | 'id'>): string {
  return `${kind}/${id}`;
}

/** Loads records by ID: one call at a time, for all IDs that were wanted until it began. */
class Batch {
  readonly #load: (ids: number[]) => Promise<void>;
  readonly #wanted = new Set<number>();
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(load: (ids: number[]) => Promise<void>) {
    this.#load = load;
  }

  add(id: number): Promise<void> {
    this.#wanted.add(id);
    if (this.#next) return this.#next;
    const next = this.#running
      .catch(() => undefined)
      .then(async () => {
        this.#next = null;
        const ids = [...this.#wanted];
        this.#wanted.clear();
        for (let from = 0; from < ids.length; from += LIMITS.pageMax)
          await this.#load(ids.slice(from, from + LIMITS.pageMax));
      });
    this.#running = next;
    return (this.#next = next);
  }
}
