import { readStored, store } from '../api/storage';

/** A recent search: as it would be typed, and as it is shown. */
export interface RecentSearch {
  text: string;
  label: string;
}

/** A person's recent searches on this device, newest first. */
export class RecentSearches {
  readonly #key: string;
  #list = $state.raw<readonly RecentSearch[]>([]);

  constructor(person: number) {
    this.#key = `courtyard.searches.${person}`;
    // Earlier versions stored only the text.
    const stored = readStored<(RecentSearch | string)[]>(this.#key);
    if (Array.isArray(stored))
      this.#list = stored.map((one) => (typeof one === 'string' ? { text: one, label: one } : one));
  }

  get list(): readonly RecentSearch[] {
    return this.#list;
  }

  add(text: string, label = text): void {
    if (text)
      this.#save([{ text, label }, ...this.#list.filter((one) => one.text !== text)].slice(0, MAX_SEARCHES));
  }

  clear(): void {
    this.#save([]);
  }

  #save(list: readonly RecentSearch[]): void {
    this.#list = list;
    store(this.#key, list.length ? list : undefined);
  }
}

const MAX_SEARCHES = 6;
