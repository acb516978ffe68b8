import { untrack } from 'svelte';
import { Attempt } from './attempt.svelte';

/** Identifies an item within its list. */
export type ItemKey = number | string;

/** What one page is requested by. */
export interface PageRequest<Item> {
  /** Counts from 0, in pages of `limit`; for calls with `page`. */
  page: number;
  /** The item after which the page begins, if any; for calls with `last_id`. */
  last: Item | undefined;
  limit: number;
  /** Aborted when the answer is no longer wanted. */
  signal: AbortSignal;
}

export interface PagedListOptions<Item> {
  read: (request: PageRequest<Item>) => Promise<readonly Item[]>;
  keyOf: (item: Item) => ItemKey;
  /** How many items a full page holds; without it, one page is the whole list. */
  size?: number;
  /** How many the first page holds, where that differs. */
  firstSize?: number;
  /** The order of the items; without it they stay as the host lists them, and new ones come first. */
  compare?: (one: Item, other: Item) => number;
  /** `read` goes by `page` alone, so that several pages can be read at once. */
  isParallel?: boolean;
}

/**
 * A list that the host gives by pages, or whole. Changes made while a page is being read are applied to it too, and the answer to
 * an older question is dropped.
 */
export class PagedList<Item> {
  /** The reading that is under way, and how the last one failed. */
  readonly reading = new Attempt();
  readonly #options: PagedListOptions<Item>;
  #items = $state.raw<readonly Item[]>([]);
  #hasMore = $state(false);
  #isRead = $state(false);
  /** Something else was asked for than what is shown. */
  #isRestarted = false;
  /** Aborted as soon as something else is asked for. */
  #abort = new AbortController();
  /** What was changed since the page that is being read was requested; null while none is. */
  #changes: Change<Item>[] | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PagedListOptions<Item>) {
    this.#options = options;
  }

  get items(): readonly Item[] {
    return this.#items;
  }

  /** Whether the host may have further ones. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** Whether it was read at all. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Whether the host refuses to show it. */
  get isDenied(): boolean {
    return this.reading.error?.code === 'access_denied';
  }

  find(key: ItemKey): Item | undefined {
    return this.#items.find((item) => this.#options.keyOf(item) === key);
  }

  /** Reads the first page, or again all that is shown. False when it failed. */
  load(): Promise<boolean> {
    return this.reading.refresh(() => {
      const shown = this.#isRestarted ? 0 : untrack(() => this.#items.length);
      return this.#read([], ({ length }) => length < shown, this.#options.isParallel ? shown : 1);
    });
  }

  /** Reads the next page, or several; false where there is none, it failed, or another page is being read. */
  loadMore(pages = 1): Promise<boolean> {
    if (!untrack(() => this.#hasMore)) return Promise.resolve(false);
    const before = untrack(() => this.#items);
    // After a removal the next page may begin among those that are shown, and hold nothing new.
    return this.reading.run(() =>
      this.#read(before, ({ length }) => length === before.length, pages * this.#size),
    );
  }

  /** Reads all pages that are left, so many at once; false when that failed. */
  async loadAll(pages = 1): Promise<boolean> {
    await this.reading.finished();
    while (untrack(() => this.#hasMore)) if (!(await this.loadMore(pages))) return false;
    return true;
  }

  /** Adds those that have come since; what does not come now comes with the next reading. */
  async loadNew(): Promise<void> {
    if (!untrack(() => this.#isRead)) return void (await this.load());
    const { signal } = this.#abort;
    const [found = []] = await this.#readPages([], 0, 1, signal).catch(() => []);
    if (!signal.aborted) this.put(...found);
  }

  /** Reads from the first page on, as something else is asked for; after a delay (ms), once for several requests. */
  restart(delay = 0): void {
    this.stop();
    this.#isRestarted = true;
    if (delay) this.loadSoon(delay);
    else void this.load();
  }

  /** Reads it again after a delay (ms), once for several requests. */
  loadSoon(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.load(), delay);
  }

  /** Drops what is being read, and what would be read after a delay. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  /** Empties it, as it may not be shown any more. */
  clear(): void {
    this.stop();
    this.#show([], false);
    this.#isRead = false;
  }

  /** Replaces items where they are; new ones come first, or where they belong. */
  put(...items: readonly Item[]): void {
    this.#change((before) => {
      const known = new Set(before.map(this.#options.keyOf));
      return this.#merged(
        [...items.filter((item) => !known.has(this.#options.keyOf(item))), ...before],
        items,
      );
    });
  }

  /** Changes parts of an item, if it is there. */
  change(key: ItemKey, part: Partial<Item>): void {
    this.changeAll((item) => (this.#options.keyOf(item) === key ? { ...item, ...part } : item));
  }

  changeAll(change: (item: Item) => Item): void {
    this.#change((items) => items.map(change));
  }

  remove(key: ItemKey): void {
    this.filter((item) => this.#options.keyOf(item) !== key);
  }

  /** Removes all but those that `isKept` is true of. */
  filter(isKept: (item: Item) => boolean): void {
    this.#change((items) => items.filter(isKept));
  }

  get #size(): number {
    return this.#options.size ?? Infinity;
  }

  /**
   * Reads the pages after the first items, while there are any and `isWanted`, enough for so many items at once. Shows them with
   * the changes made meanwhile, unless something else was asked for.
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
      throw error;
    }
    const changed = this.#changes.reduce((before, change) => change(before), items);
    this.#changes = null;
    this.#isRestarted = false;
    this.#isRead = true;
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

  /** Each once, as the later one has it. */
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
