import { untrack } from 'svelte';
import { Attempt } from './attempt.svelte';
import { isInaccessible } from './inaccessible';

/** Identifies an item within its list. */
export type ItemKey = number | string;

/** The parameters for requesting one page. */
export interface PageRequest<Item> {
  /** The page number from 0, in pages of `limit`; for calls with `page`. */
  page: number;
  /** The item after which the page starts, if any; for calls with `last_id`. */
  last: Item | undefined;
  limit: number;
  /** Aborted when the answer is no longer needed. */
  signal: AbortSignal;
}

export interface PagedListOptions<Item> {
  read: (request: PageRequest<Item>) => Promise<readonly Item[]>;
  keyOf: (item: Item) => ItemKey;
  /** How many items a full page has; without it, one page is the whole list. */
  size?: number;
  /** How many items the first page has, if different. */
  firstSize?: number;
  /** The order of the items. Without it they keep the host's order, and new ones come first. */
  compare?: (one: Item, other: Item) => number;
  /** Whether `read` uses `page` alone, so that several pages can be loaded at once. */
  isParallel?: boolean;
}

/**
 * A list that the host returns in pages, or whole. Changes made while a page is loading are applied to it too, and
 * answers to outdated requests are ignored.
 */
export class PagedList<Item> {
  /** The load in progress, and how the last one failed. */
  readonly loading = new Attempt();
  readonly #options: PagedListOptions<Item>;
  #items = $state.raw<readonly Item[]>([]);
  #hasMore = $state(false);
  #isLoaded = $state(false);
  /** Whether the list was restarted, for example with another filter, and still shows the old items. */
  #isRestarted = false;
  /** Whether the shown items are older than the last load, which failed or is not finished. */
  #isOutdated = false;
  /** Aborted when the list is restarted. */
  #abort = new AbortController();
  /** The changes made since the loading page was requested; null while none is loading. */
  #changes: Change<Item>[] | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PagedListOptions<Item>) {
    this.#options = options;
  }

  get items(): readonly Item[] {
    return this.#items;
  }

  /** Whether the host may have more items. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** Whether the list was loaded at least once. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Whether the host denies access to the list. */
  get isDenied(): boolean {
    return this.loading.error?.code === 'access_denied';
  }

  find(key: ItemKey): Item | undefined {
    return this.#items.find((item) => this.#options.keyOf(item) === key);
  }

  /** Loads the first page, or reloads all items shown. Resolves to false if it failed. */
  load(): Promise<boolean> {
    return this.loading.refresh(() => this.#reload());
  }

  /**
   * Loads the next page, or several; or reloads the list if that failed the last time. Resolves to false if there is
   * none, it failed, or another load is running.
   */
  loadMore(pages = 1): Promise<boolean> {
    // The next page of another query, or of an older list, must not follow the items shown.
    if (this.#isOutdated) return this.loading.run(() => this.#reload());
    if (!untrack(() => this.#hasMore)) return Promise.resolve(false);
    const before = untrack(() => this.#items);
    // After a removal the next page may contain only items that are already shown.
    return this.loading.run(() =>
      this.#read(before, ({ length }) => length === before.length, pages * this.#size),
    );
  }

  /** Loads all remaining pages, `pages` at a time. Resolves to false if it failed. */
  async loadAll(pages = 1): Promise<boolean> {
    await this.loading.finished();
    while (this.#isOutdated || untrack(() => this.#hasMore)) if (!(await this.loadMore(pages))) return false;
    return true;
  }

  /** Adds items created since the last load. Errors are ignored; the next load includes what is missing. */
  async loadNew(): Promise<void> {
    if (!untrack(() => this.#isLoaded)) return void (await this.load());
    const { signal } = this.#abort;
    const [found = []] = await this.#readPages([], 0, 1, signal).catch(() => []);
    if (!signal.aborted) this.put(...found);
  }

  /**
   * Reloads from the first page for a new query, after a delay (ms). Several requests within the delay cause one load.
   */
  restart(delay = 0): void {
    this.stop();
    this.#isRestarted = this.#isOutdated = true;
    if (delay) this.loadSoon(delay);
    else void this.load();
  }

  /** Reloads after a delay (ms). Several requests within the delay cause one load. */
  loadSoon(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.load(), delay);
  }

  /** Cancels running and scheduled loads. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  /** Removes all items, for example when they may no longer be shown. */
  clear(): void {
    this.stop();
    this.#show([], false);
    this.#isLoaded = false;
  }

  /** Replaces items in place. New ones come first, or in the order of `compare`. */
  put(...items: readonly Item[]): void {
    this.#change((before) => {
      const known = new Set(before.map(this.#options.keyOf));
      return this.#merged(
        [...items.filter((item) => !known.has(this.#options.keyOf(item))), ...before],
        items,
      );
    });
  }

  /** Changes parts of an item, if it is in the list. */
  change(key: ItemKey, part: Partial<Item>): void {
    this.changeAll((item) => (this.#options.keyOf(item) === key ? { ...item, ...part } : item));
  }

  changeAll(change: (item: Item) => Item): void {
    this.#change((items) => items.map(change));
  }

  remove(key: ItemKey): void {
    this.filter((item) => this.#options.keyOf(item) !== key);
  }

  /** Removes all items for which `isKept` returns false. */
  filter(isKept: (item: Item) => boolean): void {
    this.#change((items) => items.filter(isKept));
  }

  get #size(): number {
    return this.#options.size ?? Infinity;
  }

  async #reload(): Promise<void> {
    const shown = this.#isRestarted ? 0 : untrack(() => this.#items.length);
    this.#isOutdated = true;
    try {
      await this.#read([], ({ length }) => length < shown, this.#options.isParallel ? shown : 1);
    } catch (error) {
      // None of the items may be shown any more.
      if (isInaccessible(error)) {
        this.#items = [];
        this.#isLoaded = false;
      }
      // Whatever loads the next page then loads the list again.
      this.#hasMore = this.#items.length > 0;
      throw error;
    }
  }

  /**
   * Loads the pages after the items in `first`, while there are more and `isWanted` returns true, requesting enough
   * pages for `atOnce` items at a time. Shows them with the changes made in the meantime, unless the list was
   * restarted.
   */
  async #read(
    first: readonly Item[],
    isWanted: (items: readonly Item[]) => boolean,
    atOnce: number,
  ): Promise<void> {
    const { signal } = this.#abort;
    const count = Math.max(1, Math.ceil(atOnce / this.#size));
    let page = Math.floor(first.length / this.#size);
    let items = first;
    let hasMore = true;
    this.#changes = [];
    try {
      do {
        const pages = await this.#readPages(items, page, count, signal);
        if (signal.aborted) return;
        hasMore = pages.at(-1)!.length >= this.#limitAfter(items);
        items = this.#merged(items, pages.flat());
        page += count;
      } while (hasMore && isWanted(items));
    } catch (error) {
      if (signal.aborted) return;
      this.#changes = null;
      throw error;
    }
    const changed = this.#changes.reduce((before, change) => change(before), items);
    this.#changes = null;
    this.#isRestarted = this.#isOutdated = false;
    this.#isLoaded = true;
    this.#show(changed, hasMore);
  }

  #readPages(
    items: readonly Item[],
    page: number,
    count: number,
    signal: AbortSignal,
  ): Promise<(readonly Item[])[]> {
    const request = { last: items.at(-1), limit: this.#limitAfter(items), signal };
    return Promise.all(
      Array.from({ length: count }, (_, at) => this.#options.read({ ...request, page: page + at })),
    );
  }

  #limitAfter({ length }: readonly Item[]): number {
    return length ? this.#size : (this.#options.firstSize ?? this.#size);
  }

  /** Merges both without duplicates; the later version of an item wins. */
  #merged(items: readonly Item[], more: readonly Item[]): Item[] {
    const byKey = new Map([...items, ...more].map((item) => [this.#options.keyOf(item), item]));
    const all = [...byKey.values()];
    return this.#options.compare ? all.sort(this.#options.compare) : all;
  }

  #change(change: Change<Item>): void {
    this.#changes?.push(change);
    this.#show(change(this.#items), this.#hasMore);
  }

  #show(items: readonly Item[], hasMore: boolean): void {
    this.#items = items;
    this.#hasMore = hasMore;
  }
}

type Change<Item> = (items: readonly Item[]) => readonly Item[];
