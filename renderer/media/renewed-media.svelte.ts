import { hasExpired } from './signed-url';

/** A record with the signed URL of its media; the record is loaded again if the media fails because the URL expired. */
export class RenewedMedia<Item extends { ID: number; Url: string }> {
  readonly #source: () => Item;
  readonly #load: (item: Item) => Promise<Item>;
  #renewed = $state.raw<Item | null>(null);
  /** The URL that failed for another reason. */
  #failed = $state('');

  /** `source` returns the record as the page has it; `load` loads an expired one again. */
  constructor(source: () => Item, load: (item: Item) => Promise<Item>) {
    this.#source = source;
    this.#load = load;
  }

  /** The record with the URL to show. Reactive. */
  get current(): Item {
    const item = this.#source();
    return this.#renewed?.ID === item.ID && hasExpired(item.Url) ? this.#renewed : item;
  }

  /** Whether the media can't be shown. Reactive. */
  get hasFailed(): boolean {
    return this.#failed !== '' && this.#failed === this.current.Url;
  }

  /** Call it when the media fails. Resolves to true if `current` has a new URL, false if there is none. */
  async fail(): Promise<boolean> {
    const { current } = this;
    const item = await this.#load(current).catch(() => current);
    if (item.Url !== current.Url) this.#renewed = item;
    else this.#failed = current.Url;
    return item.Url !== current.Url;
  }
}
