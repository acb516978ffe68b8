import { SvelteMap } from 'svelte/reactivity';
import { LIFETIMES } from '../../../shared/limits';

/** Who is writing where: shown for six seconds after the last sign of it. */
export class Typing {
  readonly #typers = new SvelteMap<number, readonly number[]>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  /** The people who write in a dialog now; reactive. */
  in(dialog: number): readonly number[] {
    return this.#typers.get(dialog) ?? NOBODY;
  }

  /** Someone is writing. */
  begin(dialog: number, person: number): void {
    const key = `${dialog}/${person}`;
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => this.end(dialog, person), LIFETIMES.typing * 1000),
    );
    if (!this.in(dialog).includes(person)) this.#typers.set(dialog, [...this.in(dialog), person]);
  }

  /** The person has sent it, or is gone. */
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
