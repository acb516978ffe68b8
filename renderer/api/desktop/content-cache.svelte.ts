import type { ContentCacheAction, ContentCacheUse } from '../../../shared/offline';
import { communities } from './communities.svelte';

/** The content of communities hosted elsewhere that the desktop program stores on this computer. */
class ContentCache {
  readonly #bridge = communities.isOffered ? window.courtyard : undefined;
  #use = $state.raw<ContentCacheUse | null>(null);

  /** Whether these pages are those of a program with such a cache. */
  get isOffered(): boolean {
    return this.#bridge !== undefined;
  }

  /** Null until loaded. Reactive. */
  get use(): ContentCacheUse | null {
    return this.#use;
  }

  /** Performs an action and refreshes the use. Throws if the program could not do it. */
  async do(action: ContentCacheAction): Promise<void> {
    if (this.#bridge) this.#use = await this.#bridge.contentCache(action);
  }
}

/** The cache, shared by all pages. */
export const contentCache = new ContentCache();
