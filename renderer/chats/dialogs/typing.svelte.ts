import { SvelteMap } from 'svelte/reactivity';
import { LIFETIMES } from '../../../shared/limits';

/** Who is typing in which dialog; expires six seconds after the last typing event. */
export class Typing {
  readonly #typers = new SvelteMap<number, readonly number[]>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  /** The ids of the people who are typing in a dialog; reactive. */
  in(dialog: number): readonly number[] {
    return this.#typers.get(dialog) ?? NOBODY;
  }

  /** Handles a typing event: adds the person and restarts their timeout. */
  begin(dialog: number, person: number): void {
    const key = `${dialog}/${person}`;
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => this.end(dialog, person), LIFETIMES.typing * 1000),
    );
    if (!this.in(dialog).includes(person)) this.#typers.set(dialog, [...this.in(dialog), person]);
  }

  /** Removes a person who sent their message or whose timeout expired. */
  end(dialog: number, person: number): void {
    const key = `${dialog}/${person}`;
    clearTimeout(this.#timers.get(key));
    if (!this.#timers.delete(key)) return;
    const left = this.in(dialog).filter((one) => one !== person);
    if (left.length) this.#typers.set(dialog, left);
    else this.#typers.delete(dialog);
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#typers.clear();
  }
}

const NOBODY: readonly number[] = [];
