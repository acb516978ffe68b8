import type { RelationshipState, UserModel } from '../../../shared/contract/records';
import { Attempt, call, on } from '../../api';
import type { PeopleList as ListName } from '../../../shared/routes';

/** What people are looked for by; a part that is empty or 0 asks nothing. */
export interface PeopleFilters {
  /** Words of a name, or a tag. */
  query: string;
  /** A country's number. */
  country: number;
  /** Words of a place of work or learning. */
  works: string;
  /** Here now. */
  online: boolean;
  /** 0: how well they match; 1: how many know them; 2: by name. */
  sort: number;
}

/** One list of people: friends, requests, or whom a search finds. Read by pages; kept by events. */
export class PeopleList {
  readonly name: ListName;
  #people = $state.raw<UserModel[]>([]);
  #filters = $state.raw<PeopleFilters>(NO_FILTERS);
  #hasMore = $state(false);
  #isRead = $state(false);
  #page = 0;
  /** The reading now; a later one makes its answer stale. */
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly reading = new Attempt();

  constructor(name: ListName) {
    this.name = name;
  }

  get people(): readonly UserModel[] {
    return this.#people;
  }

  get hasMore(): boolean {
    return this.#hasMore;
  }

  get isRead(): boolean {
    return this.#isRead;
  }

  /** What is searched for. */
  get filters(): PeopleFilters {
    return this.#filters;
  }

  /** Searches for something else, after a moment of rest. */
  filter(part: Partial<PeopleFilters>): void {
    this.#filters = { ...this.#filters, ...part };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.load(), REST);
  }

  /** Asks for nothing but the words. */
  clearFilters(): void {
    this.filter({ ...NO_FILTERS, query: this.#filters.query });
  }

  /** Reads what is shown, the first page to begin with, and hears of changes; gives the way to stop. */
  follow(): () => void {
    void this.#read(0);
    const off = on((heard) => {
      const isOfRequests = heard.Type === 'notification' || heard.Type === 'notification_delete';
      if (heard.Type === 'reset' || (isOfRequests && this.name !== 'find')) void this.load();
      else if (heard.Type === 'profile') this.#take(heard.User);
    });
    return () => {
      off();
      clearTimeout(this.#timer);
      this.#turn++;
    };
  }

  async load(): Promise<void> {
    this.#page = 0;
    await this.#read(0);
  }

  async loadMore(): Promise<void> {
    await this.#read(this.#page + 1);
  }

  /** Somebody has changed: they stay where they stand, or the list is read again when they belong here now. */
  #take(person: UserModel): void {
    if (this.#people.some((one) => one.ID === person.ID)) {
      this.#people = this.#people.map((one) => (one.ID === person.ID ? person : one));
    } else if (this.#isRead && person.RelationshipState === STATES[this.name]) {
      void this.load();
    }
  }

  /** Takes somebody off this list. */
  remove(person: UserModel): void {
    this.#people = this.#people.filter((one) => one.ID !== person.ID);
  }

  /** Reads the pages from one on: that one, or all to the last that is shown. */
  async #read(from: number): Promise<void> {
    const turn = ++this.#turn;
    const last = Math.max(from, this.#page);
    await this.reading.run(async () => {
      const before = from === 0 ? [] : this.#people;
      const people = new Map(before.map((person) => [person.ID, person]));
      let hasMore = true;
      for (let page = from; hasMore && page <= last; page++) {
        const found = await this.#call(page);
        if (turn !== this.#turn) return;
        for (const person of found) people.set(person.ID, person);
        hasMore = found.length >= PAGE;
      }
      this.#people = [...people.values()];
      this.#page = last;
      this.#hasMore = hasMore;
      this.#isRead = true;
    });
    // What was asked meanwhile had to wait.
    if (turn !== this.#turn && !this.reading.busy) await this.#read(0);
  }

  #call(page: number): Promise<UserModel[]> {
    switch (this.name) {
      case 'friends':
        return call('people.friends', { user: '@me', page });
      case 'incoming':
        return call('people.incoming', { page });
      case 'outgoing':
        return call('people.outgoing', { page });
      case 'find': {
        const { query, country, works, online, sort } = this.#filters;
        const name = query.trim().replace(/^@/, '');
        return call('people.find', {
          page,
          sort,
          ...(name && { query: name }),
          ...(country && { country }),
          ...(works.trim() && { worksAt: works.trim() }),
          ...(online && { online }),
        });
      }
    }
  }
}

const NO_FILTERS: PeopleFilters = { query: '', country: 0, works: '', online: false, sort: 0 };

/** What those on a list are to its owner. */
const STATES: Partial<Record<ListName, RelationshipState>> = {
  friends: 'friends',
  incoming: 'he_subscribed',
  outgoing: 'me_subscribed',
};

/** How many a page holds (the service's own choice). */
const PAGE = 30;
/** Milliseconds of rest in typing before a search. */
const REST = 200;
