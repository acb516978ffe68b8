import { SvelteMap } from 'svelte/reactivity';

/**
 * The texts that are being edited, by the key of their item: they outlive the row of an item that is refused meanwhile.
 */
export class OutboxEdits {
  readonly #texts = new SvelteMap<string, string>();

  has(key: string): boolean {
    return this.#texts.has(key);
  }

  textOf(key: string): string {
    return this.#texts.get(key) ?? '';
  }

  /** Begins to edit an item, or changes its text. */
  set(key: string, text: string): void {
    this.#texts.set(key, text);
  }

  end(key: string): void {
    this.#texts.delete(key);
  }

  /** Ends the edits of items that are not among these any more, and returns their texts. */
  takeLost(items: readonly { key: string }[]): string[] {
    const keys = new Set(items.map(({ key }) => key));
    const lost = [...this.#texts].filter(([key]) => !keys.has(key));
    for (const [key] of lost) this.#texts.delete(key);
    return lost.map(([, text]) => text);
  }
}
