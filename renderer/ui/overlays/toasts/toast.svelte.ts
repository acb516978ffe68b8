/** How long an action can be undone, in milliseconds. */
export const undoTime = 10_000;
const plainTime = 5_000;

/** The content and behaviour of a toast. */
export type ToastOptions = {
  message: string;
  tone?: 'plain' | 'danger';
  /** "Undo" and its callback; shows the toast for ten seconds. */
  undo?: { label: string; run: () => void };
  /** Another action and its callback; shows the toast for ten seconds. */
  action?: { label: string; run: () => void };
  /** Called once when the toast closes without Undo. Make the change permanent here if it was only hidden so far. */
  onexpire?: () => void;
  /** Milliseconds; ten seconds with Undo or an action, five without. */
  time?: number;
};

/** A visible toast. `left` counts down in milliseconds and pauses while `held`. */
export class Toast {
  readonly id: number;
  readonly options: ToastOptions;
  readonly time: number;
  left = $state(0);
  held = $state(false);

  constructor(id: number, options: ToastOptions) {
    this.id = id;
    this.options = options;
    this.time = options.time ?? (options.undo || options.action ? undoTime : plainTime);
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

  /**
   * Shows a toast in place of one that only says the same; returns a function that closes it early, as if it had
   * expired.
   */
  show(options: ToastOptions): () => void {
    const same = isPlain(options) && this.#toasts.find((toast) => isSame(toast.options, options));
    if (same) this.#remove(same.id);
    const toast = new Toast(++this.#lastId, options);
    this.#toasts.push(toast);
    this.#start();
    return () => this.#expire(toast.id);
  }

  /** Closes the toast and runs its action. */
  act(toast: Toast): void {
    this.#expire(toast.id);
    toast.options.action?.run();
  }

  /** Closes the toast and runs its Undo. */
  undo(toast: Toast): void {
    if (this.#remove(toast.id)) toast.options.undo?.run();
  }

  /** Runs Undo of the newest toast that has it; returns false if none has. */
  undoLast(): boolean {
    const toast = this.#toasts.findLast(({ options }) => options.undo);
    if (toast) this.undo(toast);
    return toast !== undefined;
  }

  /** Closes the toast as if it had expired. */
  dismiss(toast: Toast): void {
    this.#expire(toast.id);
  }

  /** Expires all toasts: call it before the page unloads, so that pending changes become permanent. */
  expireAll(): void {
    for (const toast of [...this.#toasts]) this.#expire(toast.id);
  }

  #start(): void {
    if (this.#timer !== undefined) return;
    // Timers of a window that can't be seen are held back, so they are not counted on.
    let before = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.#pass(now - before);
      before = now;
    }, TICK);
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

/** Whether a toast only says something: nothing depends on how it ends. */
function isPlain({ undo, action, onexpire }: ToastOptions): boolean {
  return !undo && !action && !onexpire;
}

function isSame(one: ToastOptions, other: ToastOptions): boolean {
  return isPlain(one) && one.message === other.message && one.tone === other.tone;
}

/** The interval of the countdown, in milliseconds. */
const TICK = 100;

export const toasts = new ToastList();
