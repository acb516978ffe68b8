import { AppError, Attempt } from '../../api';

/** Things of a person that are read page by page. */
export class Pages<Thing extends { ID: number }> {
  readonly #read: (page: number) => Promise<Thing[]>;
  readonly #size: number;
  #items = $state.raw<readonly Thing[]>([]);
  #hasMore = $state(false);
  #isRead = $state(false);
  #page = 0;
  readonly reading = new Attempt();

  /** `size` is how many a full page holds. */
  constructor(size: number, read: (page: number) => Promise<Thing[]>) {
    this.#size = size;
    this.#read = read;
  }

  get items(): readonly Thing[] {
    return this.#items;
  }

  get hasMore(): boolean {
    return this.#hasMore;
  }

  get isRead(): boolean {
    return this.#isRead;
  }

  /** Their owner does not show them to the caller. */
  get isShut(): boolean {
    return this.reading.error instanceof AppError && this.reading.error.code === 'access_denied';
  }

  load(): Promise<boolean> {
    return this.#take(0, []);
  }

  loadMore(): Promise<boolean> {
    return this.#take(this.#page + 1, this.#items);
  }

  #take(page: number, before: readonly Thing[]): Promise<boolean> {
    return this.reading.run(async () => {
      const found = await this.#read(page);
      const known = new Set(before.map((thing) => thing.ID));
      this.#items = [...before, ...found.filter((thing) => !known.has(thing.ID))];
      this.#hasMore = found.length >= this.#size;
      this.#page = page;
      this.#isRead = true;
    });
  }
}
