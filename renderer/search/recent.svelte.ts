import { readStored, store } from '../api/storage';

/** A person's recent searches on this device, newest first. */
export class RecentSearches {
  readonly #key: string;
  #list = $state.raw<readonly string[]>([]);

  constructor(person: number) {
    this.#key = `courtyard.searches.${person}`;
    const stored = readStored<string[]>(this.#key);
    if (Array.isArray(stored)) this.#list = stored;
  }

  get list(): readonly string[] {
    return this.#list;
  }

  add(query: string): void {
    if (query) this.#save([query, ...this.#list.filter((one) => one !== query)].slice(0, MOST));
  }

  clear(): void {
    this.#save([]);
  }

  #save(list: readonly string[]): void {
    this.#list = list;
    store(this.#key, list.length ? list : undefined);
  }
}

const MOST = 6;
