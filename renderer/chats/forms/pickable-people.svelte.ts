import type { UserModel } from '../../../shared/contract/records';
import { call, PagedList } from '../../api';

/** People to pick from, found as you type; an empty query finds everyone who can be found. */
export class PickablePeople extends PagedList<UserModel> {
  #query = $state('');
  /** The query for which the people were found; null for none. */
  #answered = $state<string | null>(null);
  readonly #isPickable: (person: UserModel) => boolean;
  readonly #people = $derived(this.items.filter((person) => this.#isPickable(person)));

  /** `isPickable` returns whether a person is shown, such as one who is no member yet. */
  constructor(isPickable: (person: UserModel) => boolean) {
    super({
      read: ({ page, limit, signal }) => {
        const query = this.#wanted;
        return call('people.find', { ...(query && { query }), page, limit }, { signal });
      },
      keyOf: ({ ID }) => ID,
      size: PAGE,
    });
    this.#isPickable = isPickable;
  }

  get query(): string {
    return this.#query;
  }
  set query(query: string) {
    this.#query = query;
    this.restart(DEBOUNCE_MS);
  }

  /** Those found who can be picked. */
  get people(): readonly UserModel[] {
    return this.#people;
  }

  /** Whether all people that match the query are loaded. */
  get isComplete(): boolean {
    return this.#answered === this.#wanted && !this.hasMore;
  }

  override async load(): Promise<boolean> {
    const wanted = this.#wanted;
    if (await super.load()) {
      this.#answered = wanted;
      return this.#fill(SHOWN_FIRST);
    }
    // What was found before belongs to another query.
    if (this.loading.error) this.clear();
    return false;
  }

  override async loadMore(pages = 1): Promise<boolean> {
    const { length } = this.people;
    return (await super.loadMore(pages)) && this.#fill(length + 1);
  }

  get #wanted(): string {
    return this.#query.trim();
  }

  /** Loads more while fewer people can be picked: everyone on a page may be a member. */
  async #fill(count: number): Promise<boolean> {
    while (this.people.length < count && this.hasMore) if (!(await super.loadMore())) return false;
    return true;
  }
}

const PAGE = 30;
/** As many fill the list. */
const SHOWN_FIRST = 10;
/** Debounce delay in milliseconds. */
const DEBOUNCE_MS = 200;
