import { Unreachable } from '../../../shared/client/transport';
import { contentItemOf, type ContentItem } from './content-item';

/** What a Prefetcher fetches, and when. */
export interface PrefetcherOptions {
  /** URLs of small pictures that will probably be shown, the likeliest first: avatars, thumbnails of new messages. */
  list: () => Promise<readonly string[]>;
  /** Stores a content unless it is stored already. */
  fetch: (item: ContentItem) => Promise<void>;
  /** Resolves when nothing else is being loaded. */
  whenIdle: () => Promise<void>;
}

/** Fetches pictures ahead, one at a time and only while nothing else is being loaded. */
export class Prefetcher {
  readonly #options: PrefetcherOptions;
  #isClosed = false;

  constructor(options: PrefetcherOptions) {
    this.#options = options;
  }

  /** Fetches what the list names. Ends early if the host is away. */
  async run(): Promise<void> {
    for (const url of await this.#options.list()) {
      await this.#options.whenIdle();
      if (this.#isClosed || !(await this.#fetch(url))) return;
    }
  }

  /** Fetches nothing more. */
  close(): void {
    this.#isClosed = true;
  }

  /** Whether the host can be reached. */
  async #fetch(url: string): Promise<boolean> {
    const parsed = new URL(url, 'https://host.invalid');
    const [, kind = '', id = ''] = /^\/content\/([^/]+)\/([^/]+)\//.exec(parsed.pathname) ?? [];
    const item = contentItemOf({ kind, id }, parsed);
    try {
      if (item) await this.#options.fetch(item);
      return true;
    } catch (error) {
      return !(error instanceof Unreachable);
    }
  }
}
