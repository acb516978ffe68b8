/** Timers by id, each of which ends at a time in Unix seconds. */
export class Timers {
  readonly #onend: (id: number) => void;
  readonly #timers = new Map<number, { end: number; timer: ReturnType<typeof setTimeout> }>();

  constructor(onend: (id: number) => void) {
    this.#onend = onend;
  }

  /** Replaces the timer of an id; 0 removes it. */
  set(id: number, end: number): void {
    const known = this.#timers.get(id);
    if ((known?.end ?? 0) === end) return;
    clearTimeout(known?.timer);
    this.#timers.delete(id);
    if (end) this.#start(id, end);
  }

  clear(): void {
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #start(id: number, end: number): void {
    const left = Math.max(0, end * 1000 - Date.now());
    const timer = setTimeout(
      () => {
        if (left > MAX_DELAY_MS) return this.#start(id, end);
        this.#timers.delete(id);
        this.#onend(id);
      },
      Math.min(left, MAX_DELAY_MS),
    );
    this.#timers.set(id, { end, timer });
  }
}

/** Milliseconds; browsers run longer timers at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;
