import { PAGE_SIZES } from '../../shared/limits';
import { Attempt } from '../api';

/** A list that the host gives by pages. What is asked for while it is being read is read after that. */
export class PagedList<Item extends { ID: number }> {
  readonly reading = new Attempt();
  readonly #call: (page: number) => Promise<Item[]>;
  #items = $state.raw<readonly Item[]>([]);
  #hasMore = $state(false);
  #isRead = $state(false);
  #page = 0;
  /** The reading now; a later one makes its answer stale. */
  #turn = 0;
  /** Counts how often it was read from its beginning. */
  #begun = 0;

  /** `call` reads one page, from 0 up. */
  constructor(call: (page: number) => Promise<Item[]>) {
    this.#call = call;
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

  async load(): Promise<void> {
    this.#page = 0;
    this.#begun++;
    await this.#read();
  }

  /** Shows those first that have come since; how far the rest was read stays. */
  async loadNew(): Promise<void> {
    if (this.#page === 0) return this.load();
    const begun = this.#begun;
    // What does not come now comes with the next reading.
    const found = await this.#call(0).catch(() => []);
    if (begun !== this.#begun) return;
    const known = new Set(this.#items.map((one) => one.ID));
    this.#items = [...found.filter((one) => !known.has(one.ID)), ...this.#items];
  }

  async loadMore(): Promise<void> {
    const before = this.#page++;
    await this.#read();
    if (this.reading.error) this.#page = before;
  }

  /** Changes those that have this number. */
  change(id: number, part: Partial<Item>): void {
    this.#items = this.#items.map((one) => (one.ID === id ? { ...one, ...part } : one));
  }

  remove(id: number): void {
    this.#items = this.#items.filter((one) => one.ID !== id);
  }

  async #read(): Promise<void> {
    const turn = ++this.#turn;
    const page = this.#page;
    await this.reading.run(async () => {
      const found = await this.#call(page);
      if (turn !== this.#turn) return;
      const before = page === 0 ? [] : this.#items;
      const known = new Set(before.map((one) => one.ID));
      this.#items = [...before, ...found.filter((one) => !known.has(one.ID))];
      this.#hasMore = found.length >= PAGE_SIZES.admin;
      this.#isRead = true;
    });
    if (turn !== this.#turn && !this.reading.busy) await this.#read();
  }
}
