import { SvelteSet } from 'svelte/reactivity';
import type { File } from '../../../shared/contract/records';
import { isFile, type Item } from './items';

/** Which files are chosen, and where the keyboard stands. Folders can be stood on, but are not chosen. */
export class FileSelection {
  readonly #items: () => readonly Item[];
  readonly #chosen = new SvelteSet<string>();
  #focused = $state('');
  #anchor = '';

  constructor(items: () => readonly Item[]) {
    this.#items = items;
  }

  /** The files that are chosen, in the order of the list. */
  get files(): readonly File[] {
    return this.#items().flatMap((item) => (isFile(item) && this.#chosen.has(item.key) ? [item.file] : []));
  }

  /** Where the keyboard stands: the first thing, unless it was moved. */
  get focused(): string {
    const items = this.#items();
    return items.some(({ key }) => key === this.#focused) ? this.#focused : (items[0]?.key ?? '');
  }

  /** Its place in the list; -1 in an empty one. */
  get place(): number {
    const { focused } = this;
    return this.#items().findIndex(({ key }) => key === focused);
  }

  /** Whether all files are chosen, some or none. */
  get extent(): 'all' | 'some' | 'none' {
    const files = this.#items().filter(isFile);
    const chosen = files.filter(({ key }) => this.#chosen.has(key)).length;
    if (chosen === 0) return 'none';
    return chosen === files.length ? 'all' : 'some';
  }

  has(item: Item): boolean {
    return this.#chosen.has(item.key);
  }

  /** The keyboard stands here now. */
  stand(item: Item): void {
    this.#focused = item.key;
  }

  /** Chooses one that is not chosen, and the other way round. */
  toggle(item: Item): void {
    this.#focused = this.#anchor = item.key;
    if (!isFile(item)) return;
    if (!this.#chosen.delete(item.key)) this.#chosen.add(item.key);
  }

  /** Chooses everything from the last choice up to this one, and nothing else. */
  reach(item: Item): void {
    const items = this.#items();
    const begun = this.#anchor || this.focused;
    const from = Math.max(
      0,
      items.findIndex(({ key }) => key === begun),
    );
    const to = items.indexOf(item);
    this.#anchor = items[from]?.key ?? '';
    this.#focused = item.key;
    this.set(items.slice(Math.min(from, to), Math.max(from, to) + 1));
  }

  /** Chooses just these. */
  set(items: readonly Item[]): void {
    const wanted = new Set(items.filter(isFile).map(({ key }) => key));
    for (const key of this.#chosen) if (!wanted.has(key)) this.#chosen.delete(key);
    for (const key of wanted) this.#chosen.add(key);
  }

  all(): void {
    this.set(this.#items());
  }

  clear(): void {
    this.#chosen.clear();
    this.#anchor = '';
  }
}
