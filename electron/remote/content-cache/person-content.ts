import type { IncomingMessage } from 'node:http';
import { addAbortSignal, pipeline, Transform, type Readable } from 'node:stream';
import { Unreachable } from '../../../shared/client/transport';
import { AppError } from '../../../shared/errors';
import type { Session } from '../../service';
import { headersOf } from '../host-requests';
import type { RemoteCommunity } from '../remote-community';
import { answerCached, totalSizeOf, parseWholeContent } from './cached-response';
import type { ContentCache, IncomingContent } from './content-cache';
import type { ContentItem, FetchOptions } from './content-item';
import type { FetchQueue } from './fetch-queue';
import { OfflineItems } from './offline-items';
import { Prefetcher, type PrefetcherOptions } from './prefetcher';
import { SignedUrls } from './signed-urls';

/** Whose content it is, and the cache and the host that it comes from. */
export interface PersonContentOptions {
  cache: ContentCache;
  /** Background fetches of the program. */
  queue: FetchQueue;
  community: RemoteCommunity;
  /** The person's session there. */
  session: Session;
  person: number;
  /** Called when the state of something kept offline changes. */
  onOfflineChange: () => void;
}

/**
 * The content of a community hosted elsewhere for the person signed in there: from the cache, or from the host into it.
 */
export class PersonContent {
  readonly offline: OfflineItems;
  readonly #options: PersonContentOptions;
  readonly #owner: number;
  readonly #signed: SignedUrls;
  #prefetcher: Prefetcher | null = null;
  readonly #fetches = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();

  constructor(options: PersonContentOptions) {
    const { cache, community, session, person, onOfflineChange } = options;
    this.#options = options;
    this.#owner = cache.ownerOf(community.host.key, person);
    this.#signed = new SignedUrls(community, session);
    this.offline = new OfflineItems({
      cache,
      owner: this.#owner,
      call: (name, input) => community.call(session, name, input),
      fetch: (item, given) => this.fetch(item, given),
      onChange: onOfflineChange,
    });
  }

  /** Answers a request from the cache; null if the content is not stored. */
  async answer(item: ContentItem, request: Pick<Request, 'method' | 'headers'>): Promise<Response | null> {
    const file = await this.#options.cache.find(this.#owner, item);
    // It may have been deleted since it was found.
    return file && answerCached(file, item, request).catch(() => null);
  }

  /** Answers with another size of the same photo: better than none while the host is away. */
  async answerSimilar(
    item: ContentItem,
    request: Pick<Request, 'method' | 'headers'>,
  ): Promise<Response | null> {
    const file = item.kind === 'photo' ? await this.#options.cache.findLargest(this.#owner, item) : null;
    return file && answerCached(file, item, request).catch(() => null);
  }

  /** Path and query under which the host has a content. Throws `not_found`, and Unreachable. */
  async pathOf(item: ContentItem, url: URL): Promise<string> {
    if (!url.searchParams.has('sig')) return this.#signed.pathOf(item);
    this.#signed.remember(item, url);
    return url.pathname + url.search;
  }

  /**
   * The body of a response of the host for a page. A whole content is stored while it passes; if a page reads one in
   * parts or only its beginning, it is fetched in the background, unless it is large.
   */
  async pass(item: ContentItem, response: IncomingMessage): Promise<Readable> {
    const { cache, queue } = this.#options;
    queue.waitFor(response);
    this.offline.resumeWaiting();
    const { statusCode = 0, headers } = response;
    const facts = parseWholeContent(statusCode, headers);
    const incoming = facts && (await cache.receive(this.#owner, item, facts));
    const total = totalSizeOf(headers);
    const fetchLater = () => {
      if (statusCode === 206 && total !== null && total <= MAX_FETCHED_LATER)
        void this.fetch(item).catch(() => undefined);
    };
    if (incoming) return storing(response, incoming, fetchLater);
    fetchLater();
    return response;
  }

  /** Stores a content unless it is stored already. Throws AppError if it cannot be, and Unreachable. */
  fetch(item: ContentItem, options: FetchOptions = {}): Promise<void> {
    const key = `${item.kind}/${item.id}/${item.variant}`;
    const running = this.#fetches.get(key);
    if (running && !options.isKept) return running;
    const fetched = this.#options.queue
      .run(async () => {
        this.#closing.signal.throwIfAborted();
        options.signal?.throwIfAborted();
        if ((await this.#options.cache.find(this.#owner, item)) === null) await this.#fetch(item, options);
      })
      .finally(() => {
        if (this.#fetches.get(key) === fetched) this.#fetches.delete(key);
      });
    this.#fetches.set(key, fetched);
    return fetched;
  }

  /** Fetches ahead what a list of URLs names, while nothing else is being loaded. */
  fetchAhead(list: PrefetcherOptions['list']): Promise<void> {
    const { cache, queue } = this.#options;
    this.#prefetcher?.close();
    this.#prefetcher = new Prefetcher({
      list,
      fetch: async (item) => {
        if (!cache.has(this.#owner, item)) await this.fetch(item);
      },
      whenIdle: () => queue.whenIdle(),
    });
    return this.#prefetcher.run();
  }

  /** Deletes contents that the person may no longer see. */
  forgetItems(items: readonly { kind: string; id: number }[]): Promise<void> {
    return this.#options.cache.forgetItems(this.#owner, items);
  }

  /** Ends what is being fetched. */
  close(): void {
    this.#closing.abort();
    this.#prefetcher?.close();
    this.offline.close();
  }

  async #fetch(item: ContentItem, { signal, isKept = false, onBytes }: FetchOptions): Promise<void> {
    const { community, session, cache } = this.#options;
    const path = await this.#signed.pathOf(item);
    const { response } = await community.host.request({ method: 'GET', path, headers: headersOf(session) });
    const aborted = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    addAbortSignal(aborted, response);
    let incoming: IncomingContent | null = null;
    try {
      if (response.statusCode !== 200) throw failureOf(response.statusCode);
      const facts = parseWholeContent(200, response.headers);
      incoming = facts && (await cache.receive(this.#owner, item, facts, isKept));
      if (!incoming) throw new AppError('too_large');
      let received = 0;
      for await (const chunk of response as AsyncIterable<Buffer>) {
        await incoming.write(chunk);
        onBytes?.((received += chunk.length));
      }
      if (!(await incoming.commit())) throw new AppError('upload_error');
    } catch (error) {
      response.destroy();
      await incoming?.discard();
      aborted.throwIfAborted();
      throw error instanceof AppError ? error : new Unreachable(error);
    }
  }
}

/** What is read in parts is fetched whole up to this size. */
const MAX_FETCHED_LATER = 64 * 1024 * 1024;

/** A host that is busy or failing is tried again later, as one that is away. */
function failureOf(status = 0): AppError {
  return [401, 403, 404, 410].includes(status) ? new AppError('not_found') : new Unreachable();
}

/** Passes a response on while storing it. `onCut` is called if it ended early. */
function storing(response: IncomingMessage, incoming: IncomingContent, onCut: () => void): Readable {
  const through = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      incoming.write(chunk).then(() => done(null, chunk), done);
    },
    flush: (done) => {
      incoming.commit().then(() => done(), done);
    },
  });
  return pipeline(response, through, (error) => {
    if (error) void incoming.discard().then(onCut, () => undefined);
  });
}
