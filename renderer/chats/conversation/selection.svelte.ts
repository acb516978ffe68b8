import { SvelteSet } from 'svelte/reactivity';

/** The selected messages of one conversation, for actions on all of them. */
export class MessageSelection {
  readonly #ids = new SvelteSet<number>();
  #isOn = $state(false);
  /** The message selected last, from which a range is extended. */
  #last = 0;

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
    this.#last = id;
  }
  /** Selects or deselects a message; deselecting the last one ends selection mode. */
  toggle(id: number): void {
    if (!this.#isOn) return this.begin(id);
    if (!this.#ids.delete(id)) this.begin(id);
    if (!this.#ids.size) this.#isOn = false;
  }
  /** Selects a message and, of `all` in order, those between it and the one that was selected last. */
  extendTo(id: number, all: readonly number[]): void {
    const [from, to] = [all.indexOf(this.#last), all.indexOf(id)];
    if (from !== -1 && to !== -1)
      for (const one of all.slice(Math.min(from, to), Math.max(from, to))) this.#ids.add(one);
    this.begin(id);
  }
  /** Clears the selection and ends selection mode. */
  end(): void {
    this.#ids.clear();
    this.#isOn = false;
  }
}
