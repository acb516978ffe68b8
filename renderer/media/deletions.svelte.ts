import { errorText } from '../i18n/errors';
import { m } from '../i18n/index.svelte';
import { toasts } from '../ui';

/** Deletes list items with undo: hides an item for ten seconds, then deletes it for good. */
export class Deletions {
  #hidden = $state.raw<ReadonlySet<number>>(new Set());
  /** Functions that close the open undo toasts. */
  readonly #ends = new Set<() => void>();

  /** Returns whether an item is hidden. Reactive. */
  has(id: number): boolean {
    return this.#hidden.has(id);
  }

  /** Hides an item and shows a toast with `text`; `remove` deletes it when the toast expires. */
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

  /** Hides an ID no longer: its item was deleted, and something new may have it. */
  forget(id: number): void {
    this.#hide(id, false);
  }

  /** Deletes all hidden items now, before the view is left. */
  finish(): void {
    for (const end of [...this.#ends]) end();
  }

  #hide(id: number, isHidden: boolean): void {
    const others = [...this.#hidden].filter((one) => one !== id);
    this.#hidden = new Set(isHidden ? [...others, id] : others);
  }
}
