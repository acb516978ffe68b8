import { SvelteSet } from 'svelte/reactivity';

/** The messages of one conversation that are chosen to do something with all of them at once. */
export class MessageSelection {
  readonly #ids = new SvelteSet<number>();
  #isOn = $state(false);

  /** Messages are being chosen. */
  get isOn(): boolean {
    return this.#isOn;
  }
  get size(): number {
    return this.#ids.size;
  }
  has(id: number): boolean {
    return this.#ids.has(id);
  }

  /** Begins to choose, with this message as the first. */
  begin(id: number): void {
    this.#isOn = true;
    this.#ids.add(id);
  }
  /** Chooses a message, or no longer; the last one that is let go ends the choosing. */
  toggle(id: number): void {
    if (!this.#isOn) return this.begin(id);
    if (!this.#ids.delete(id)) this.#ids.add(id);
    if (!this.#ids.size) this.#isOn = false;
  }
  /** Nothing is chosen any more. */
  end(): void {
    this.#ids.clear();
    this.#isOn = false;
  }
}
