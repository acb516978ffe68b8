import { SvelteSet } from 'svelte/reactivity';

/** The selected messages of one conversation, for actions on all of them. */
export class MessageSelection {
  readonly #ids = new SvelteSet<number>();
  #isOn = $state(false);

  /** Selection mode is on. */
  get isOn(): boolean {
    return this.#isOn;
  }
  get size(): number {
    return this.#ids.size;
  }
  has(id: number): boolean {
    return this.#ids.has(id);
  }

  /** Starts selection mode with this message. */
  begin(id: number): void {
    this.#isOn = true;
    this.#ids.add(id);
  }
  /** Selects or deselects a message; deselecting the last one ends selection mode. */
  toggle(id: number): void {
    if (!this.#isOn) return this.begin(id);
    if (!this.#ids.delete(id)) this.#ids.add(id);
    if (!this.#ids.size) this.#isOn = false;
  }
  /** Clears the selection and ends selection mode. */
  end(): void {
    this.#ids.clear();
    this.#isOn = false;
  }
}
