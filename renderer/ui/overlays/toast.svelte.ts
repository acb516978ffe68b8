/** How long what was done can be undone, in milliseconds. */
export const undoTime = 10_000;
const plainTime = 5_000;

/** What a toast says and offers. */
export type ToastOptions = {
  message: string;
  tone?: 'plain' | 'danger';
  /** "Undo" and what it does; gives the toast its ten seconds. */
  undo?: { label: string; run: () => void };
  /** Called once when the toast leaves without Undo: the moment to do for good what was only hidden. */
  onexpire?: () => void;
  /** Milliseconds; ten seconds with Undo, five without. */
  time?: number;
};

/** One toast that is shown. `left` counts down in milliseconds and stands still while `held`. */
export class Toast {
  readonly id: number;
  readonly options: ToastOptions;
  readonly time: number;
  left = $state(0);
  held = $state(false);

  constructor(id: number, options: ToastOptions) {
    this.id = id;
    this.options = options;
    this.time = options.time ?? (options.undo ? undoTime : plainTime);
    this.left = this.time;
  }
}

/** The toasts of the page, newest last; a ToastHost shows them. */
export class ToastList {
  #toasts = $state<Toast[]>([]);
  #lastId = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  get all(): readonly Toast[] {
    return this.#toasts;
  }

  /** Shows a toast; gives the way to take it away early (as if its time were over). */
  show(options: ToastOptions): () => void {
    const toast = new Toast(++this.#lastId, options);
    this.#toasts.push(toast);
    this.#timer ??= setInterval(() => this.#pass(tick), tick);
    return () => this.#expire(toast.id);
  }

  /** Runs Undo and takes the toast away. */
  undo(toast: Toast): void {
    if (this.#remove(toast.id)) toast.options.undo?.run();
  }

  /** Runs Undo of the newest that has it; false where none does. */
  undoLast(): boolean {
    const toast = this.#toasts.findLast(({ options }) => options.undo);
    if (toast) this.undo(toast);
    return toast !== undefined;
  }

  /** Takes the toast away as if its time were over. */
  dismiss(toast: Toast): void {
    this.#expire(toast.id);
  }

  /** Ends all of them at once: before the page is left, so that nothing hidden comes back. */
  expireAll(): void {
    for (const toast of [...this.#toasts]) this.#expire(toast.id);
  }

  #pass(milliseconds: number): void {
    for (const toast of [...this.#toasts]) {
      if (toast.held) continue;
      toast.left -= milliseconds;
      if (toast.left <= 0) this.#expire(toast.id);
    }
  }

  #expire(id: number): void {
    this.#remove(id)?.options.onexpire?.();
  }

  #remove(id: number): Toast | undefined {
    const index = this.#toasts.findIndex((toast) => toast.id === id);
    const [removed] = index < 0 ? [] : this.#toasts.splice(index, 1);
    if (!this.#toasts.length) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    return removed;
  }
}

/** Milliseconds between two counts. */
const tick = 100;

/** The one list of these pages. */
export const toasts = new ToastList();
