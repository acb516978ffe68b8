import { SvelteSet } from 'svelte/reactivity';
import type { File } from '../../../shared/contract/records';
import { isFile, itemOf, type Item } from './items';

/** The selected files and the focused item of a list. Folders can be focused but not selected. */
export class FileSelection {
  readonly #items: () => readonly Item[];
  readonly #chosen = new SvelteSet<string>();
  #focused = $state('');
  #anchor = '';

  constructor(items: () => readonly Item[]) {
    this.#items = items;
  }

  /** The selected files in list order. */
  get files(): readonly File[] {
    return this.#items().flatMap((item) => (isFile(item) && this.#chosen.has(item.key) ? [item.file] : []));
  }

  /** Key of the focused item; the first item by default. */
  get focused(): string {
    const items = this.#items();
    return items.some(({ key }) => key === this.#focused) ? this.#focused : (items[0]?.key ?? '');
  }

  /** Index of the focused item; -1 in an empty list. */
  get place(): number {
    const { focused } = this;
    return this.#items().findIndex(({ key }) => key === focused);
  }

  /** Whether all, some or no files are selected. */
  get extent(): 'all' | 'some' | 'none' {
    const files = this.#items().filter(isFile);
    const chosen = files.filter(({ key }) => this.#chosen.has(key)).length;
    if (chosen === 0) return 'none';
    return chosen === files.length ? 'all' : 'some';
  }

  has(item: Item): boolean {
    return this.#chosen.has(item.key);
  }

  /** Marks an item as focused. */
  focus(item: Item): void {
    this.#focused = item.key;
  }

  /** Marks an item as focused, and as the start of the next range. */
  startAt(item: Item): void {
    this.#focused = this.#anchor = item.key;
  }

  /** Before these files leave the list: moves the focus to the next item that stays. */
  focusPast(files: readonly File[]): void {
    const items = this.#items();
    const leaving = new Set(files.map((file) => itemOf(file).key));
    const { place } = this;
    const staying = ({ key }: Item) => !leaving.has(key);
    const next = items.slice(Math.max(0, place)).find(staying) ?? items.slice(0, place).findLast(staying);
    if (next) this.focus(next);
  }

  /** Focuses an item and toggles its selection. */
  toggle(item: Item): void {
    this.startAt(item);
    if (!isFile(item)) return;
    if (!this.#chosen.delete(item.key)) this.#chosen.add(item.key);
  }

  /** Selects the previewed file, which looks selected, before another one is added to an empty selection. */
  include(previewedId: number | undefined): void {
    const previewed = this.#items().find((item) => isFile(item) && item.file.ID === previewedId);
    if (previewed && this.extent === 'none') this.#chosen.add(previewed.key);
  }

  /** Replaces the selection with the range from the anchor to this item. */
  extendTo(item: Item): void {
    const items = this.#items();
    const start = this.#anchor || this.focused;
    const from = Math.max(
      0,
      items.findIndex(({ key }) => key === start),
    );
    const to = items.indexOf(item);
    this.#anchor = items[from]?.key ?? '';
    this.#focused = item.key;
    this.set(items.slice(Math.min(from, to), Math.max(from, to) + 1));
  }

  /** Replaces the selection with these items. */
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
