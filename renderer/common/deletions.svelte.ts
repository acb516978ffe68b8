import { errorText } from '../i18n/errors';
import { toasts } from '../ui';
import { UndoToasts } from './undo-toasts';

/** Deletes list items with undo: hides an item for ten seconds, then deletes it for good. */
export class Deletions {
  #hidden = $state.raw<ReadonlySet<number>>(new Set());
  readonly #undoToasts = new UndoToasts();

  /** Returns whether an item is hidden. Reactive. */
  has(id: number): boolean {
    return this.#hidden.has(id);
  }

  /** Hides an item and shows a toast with `text`; `remove` deletes it when the toast expires. */
  begin(id: number, text: string, remove: () => Promise<unknown>): void {
    this.#hide(id, true);
    this.#undoToasts.show(text, {
      undo: () => this.#hide(id, false),
      commit: () => {
        remove().catch((error: unknown) => {
          this.#hide(id, false);
          toasts.show({ message: errorText(error), tone: 'danger' });
        });
      },
    });
  }

  /** Hides an ID no longer: its item was deleted, and something new may have it. */
  forget(id: number): void {
    this.#hide(id, false);
  }

  /** Deletes all hidden items now, before the view is left. */
  finish(): void {
    this.#undoToasts.commitAll();
  }

  #hide(id: number, isHidden: boolean): void {
    const others = [...this.#hidden].filter((one) => one !== id);
    this.#hidden = new Set(isHidden ? [...others, id] : others);
  }
}
