import type { Gift, Notification } from '../../../shared/contract/records';
import { PAGE_SIZES } from '../../../shared/limits';
import { Attempt, call, Fresh, on } from '../../api';

/** What a person was given, newest first; grows by pages, and one's own by events. */
export class GiftList {
  readonly #person: number;
  #items = $state.raw<readonly Gift[]>([]);
  #hasMore = $state(false);
  #isRead = $state(false);
  #page = 0;
  readonly reading = new Attempt();
  readonly #fresh = new Fresh();

  constructor(person: number) {
    this.#person = person;
  }

  get items(): readonly Gift[] {
    return this.#items;
  }

  /** Whether the host may have further ones. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** Whether the first page was read. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Reads the first page, and hears what comes; gives the way to stop. */
  follow(): () => void {
    void this.load();
    return on((heard) => {
      if (heard.Type === 'reset') void this.load();
      else if (heard.Type === 'notification') this.#hear(heard.Notification);
    });
  }

  load(): Promise<boolean> {
    return this.reading.refresh(async () => {
      const found = await this.#fresh.read(() => this.#read(0));
      this.#page = 0;
      this.#items = found;
      this.#isRead = true;
    });
  }

  loadMore(): Promise<boolean> {
    return this.reading.run(async () => {
      const found = await this.#read(this.#page + 1);
      this.#page++;
      this.#merge(found);
    });
  }

  /** Shows one that was given just now. */
  add(gift: Gift): void {
    this.#merge([gift]);
  }

  /** One is told of gifts to oneself only. */
  #hear({ Type, Item: gift }: Notification): void {
    if (Type === 'gift' && gift && 'Message' in gift && gift.Target.ID === this.#person) this.add(gift);
  }

  async #read(page: number): Promise<Gift[]> {
    const found = await call('people.gifts', { user: this.#person, page });
    this.#hasMore = found.length >= PAGE_SIZES.gifts;
    return found;
  }

  #merge(more: readonly Gift[]): void {
    const byId = new Map([...this.#items, ...more].map((gift) => [gift.ID, gift]));
    this.#items = [...byId.values()].sort((a, b) => b.ID - a.ID);
    this.#fresh.changed();
  }
}
