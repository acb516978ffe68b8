/** The row that a jump led to, which stands out for a moment. */
export class RowHighlight {
  /** The key of the row; "" for none. */
  key = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(key: string): void {
    this.close();
    this.key = key;
    this.#timer = setTimeout(() => (this.key = ''), SHOWN_FOR_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}

const SHOWN_FOR_MS = 1_800;
