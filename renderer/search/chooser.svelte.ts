import { isComposing } from '../ui/composing';

/**
 * A combobox with a listbox, as WAI-ARIA describes them: the focus stays in the input, the arrow keys move through the
 * rows and wrap around, Enter opens the active row.
 */
export class Chooser {
  readonly id: string;
  /** The listbox element, which contains the rows. */
  list = $state<HTMLElement | null>(null);
  #chosen = $state('');
  #question = '';
  #keys: readonly string[] = [];

  /** `id` is the id of the listbox element. */
  constructor(id: string) {
    this.id = id;
  }

  /** The key of the active row; reactive. */
  get chosen(): string {
    return this.#chosen;
  }

  choose(key: string): void {
    this.#chosen = key;
  }

  /**
   * The rows have these keys now. Those of a new question begin with the first one active. Of the same question the
   * active row stays, or else the one in its place is active: after "Show more" the first one that was added.
   */
  offer(question: string, keys: readonly string[]): void {
    const isSame = question === this.#question;
    const place = isSame ? this.#keys.indexOf(this.#chosen) : 0;
    const stays = isSame && this.#chosen !== MORE && keys.includes(this.#chosen);
    if (!stays) this.#chosen = keys[Math.max(0, place)] ?? keys[0] ?? '';
    this.#question = question;
    this.#keys = keys;
  }

  /** Attributes for the input. */
  get box() {
    return {
      role: 'combobox' as const,
      'aria-expanded': true,
      'aria-autocomplete': 'list' as const,
      'aria-controls': this.id,
      'aria-activedescendant': this.#chosen ? this.#rowId(this.#chosen) : undefined,
    };
  }

  /** Attributes for the row with this key. */
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

  /** Handles a key press in the input; returns true if the key was handled. */
  press(event: KeyboardEvent): boolean {
    if (isComposing(event)) return false;
    const { key } = event;
    if (key === 'ArrowDown') this.#step(1);
    else if (key === 'ArrowUp') this.#step(-1);
    else if (key === 'Enter') this.element?.click();
    else return false;
    return true;
  }

  /** The element of the active row. */
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

/** The key of the row that loads more results. */
export const MORE = 'more';
