/**
 * Which row of a list shows its tools: the one under the pointer or with the focus. Rows that pass under the pointer
 * while the list scrolls don't: to build their tools would take a third of each frame.
 */
export class ActiveRow {
  /** The menu of the tools is open, or the context menu: its row stays active until it closes. */
  isMenuOpen = $state(false);
  #key = $state('');
  /** The row that came under the pointer last while the list scrolled. */
  #passing = '';
  #isScrolling = false;

  /** The key of the row; '' for none. */
  get key(): string {
    return this.#key;
  }

  /** The focus came to a row. */
  focus(key: string): void {
    this.#activate(key);
  }

  /** The pointer came to a row. Touch has no hover: a tap activates a row by focusing it. */
  hover(key: string, { pointerType }: PointerEvent): void {
    if (pointerType === 'touch') return;
    if (this.#isScrolling) this.#passing = key;
    else this.#activate(key);
  }

  /** The pointer left the list. */
  leave({ pointerType }: PointerEvent): void {
    if (pointerType === 'touch') return;
    this.#passing = '';
    this.#activate('');
  }

  /** The list scrolls. */
  scrolled(): void {
    this.#isScrolling = true;
  }

  /** The list has stopped to scroll. */
  rested(): void {
    this.#isScrolling = false;
    if (this.#passing) this.#activate(this.#passing);
    this.#passing = '';
  }

  #activate(key: string): void {
    if (!this.isMenuOpen) this.#key = key;
  }
}
