import { m } from '../i18n/index.svelte';
import { toasts } from '../ui';

/** Toasts that offer to undo what is done only once they expire. */
export class UndoToasts {
  /** Functions that close an open toast as if it had expired. */
  readonly #open = new Set<() => void>();

  /** Shows a toast. Calls `undo` if its button is pressed, else `commit` when it expires. */
  show(message: string, { undo, commit }: { undo: () => void; commit: () => void }): void {
    const close = toasts.show({
      message,
      undo: {
        label: m().common.undo,
        run: () => {
          this.#open.delete(close);
          undo();
        },
      },
      onexpire: () => {
        this.#open.delete(close);
        commit();
      },
    });
    this.#open.add(close);
  }

  /** Commits now what can still be undone, before the view is left. */
  commitAll(): void {
    for (const close of [...this.#open]) close();
  }
}
