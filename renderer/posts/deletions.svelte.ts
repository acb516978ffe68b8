import { errorText } from '../i18n/errors';
import { m } from '../i18n/index.svelte';
import { toasts } from '../ui';

/** Things of a list that are hidden for ten seconds, in which they can be brought back, and then deleted for good. */
export class Deletions {
  #hidden = $state.raw<ReadonlySet<number>>(new Set());
  /** Ends of the toasts that can still bring one back. */
  readonly #ends = new Set<() => void>();

  /** Whether a thing is hidden; reactive. */
  has(id: number): boolean {
    return this.#hidden.has(id);
  }

  /** Hides a thing and says so in `words`; `remove` deletes it. */
  begin(id: number, text: string, remove: () => Promise<unknown>): void {
    this.#hide(id, true);
    const end = toasts.show({
      message: text,
      undo: {
        label: m().common.undo,
        run: () => {
          this.#ends.delete(end);
          this.#hide(id, false);
        },
      },
      onexpire: () => {
        this.#ends.delete(end);
        remove().catch((error: unknown) => {
          this.#hide(id, false);
          toasts.show({ message: errorText(error), tone: 'danger' });
        });
      },
    });
    this.#ends.add(end);
  }

  /** Deletes what is hidden at once: before the place is left. */
  finish(): void {
    for (const end of [...this.#ends]) end();
  }

  #hide(id: number, isHidden: boolean): void {
    const others = [...this.#hidden].filter((one) => one !== id);
    this.#hidden = new Set(isHidden ? [...others, id] : others);
  }
}
