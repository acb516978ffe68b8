/**
 * The rows among which the keys of a box choose (a combobox with its listbox, as WAI-ARIA describes them): the focus stays in
 * the box, the arrows go round the rows, Enter opens the one that is chosen.
 */
export class Chooser {
  readonly id: string;
  /** The element that holds the rows. */
  list = $state<HTMLElement | null>(null);
  #chosen = $state('');

  /** `id` is the element's own. */
  constructor(id: string) {
    this.id = id;
  }

  /** The key of the row that is chosen; reactive. */
  get chosen(): string {
    return this.#chosen;
  }

  choose(key: string): void {
    this.#chosen = key;
  }

  /** What the box is told. */
  get box() {
    return {
      role: 'combobox' as const,
      'aria-expanded': true,
      'aria-autocomplete': 'list' as const,
      'aria-controls': this.id,
      'aria-activedescendant': this.#chosen ? this.#rowId(this.#chosen) : undefined,
    };
  }

  /** What the row of a key is told. */
  row(key: string) {
    return {
      id: this.#rowId(key),
      role: 'option' as const,
      'aria-selected': key === this.#chosen,
      'data-key': key,
      tabindex: -1,
      onpointermove: () => this.choose(key),
    };
  }

  /** Answers the keys of the box; says whether the key was one of its own. */
  press({ key, isComposing }: KeyboardEvent): boolean {
    if (isComposing) return false;
    if (key === 'ArrowDown') this.#step(1);
    else if (key === 'ArrowUp') this.#step(-1);
    else if (key === 'Enter') this.element?.click();
    else return false;
    return true;
  }

  /** The element of the row that is chosen. */
  get element(): HTMLElement | undefined {
    return this.#rows().find((row) => row.dataset['key'] === this.#chosen);
  }

  #step(by: 1 | -1): void {
    const rows = this.#rows();
    const from = rows.findIndex((row) => row.dataset['key'] === this.#chosen);
    const row = rows.at(from < 0 ? (by > 0 ? 0 : -1) : (from + by) % rows.length);
    if (!row) return;
    this.choose(row.dataset['key'] ?? '');
    row.scrollIntoView({ block: 'nearest' });
  }

  #rows(): HTMLElement[] {
    return [...(this.list?.querySelectorAll<HTMLElement>('[role=option]') ?? [])];
  }

  #rowId(key: string): string {
    return `${this.id}-${encodeURIComponent(key)}`;
  }
}
