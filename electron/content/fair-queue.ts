/**
 * Runs a few tasks at once, at most one for each owner. Owners take turns: the second task of one waits behind the first
 * tasks of all others.
 */
export class FairQueue<Owner> {
  readonly #concurrency: number;
  readonly #running = new Set<Owner>();
  /** Owners that wait, the next one first, each with its tasks in order. */
  readonly #waiting = new Map<Owner, (() => void)[]>();

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /** Runs the task when it is its owner's turn, and settles as the task does. */
  async run<T>(owner: Owner, task: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      const tasks = this.#waiting.get(owner);
      if (tasks) tasks.push(start);
      else this.#waiting.set(owner, [start]);
      this.#startNext();
    });
    try {
      return await task();
    } finally {
      this.#end(owner);
    }
  }

  #end(owner: Owner): void {
    this.#running.delete(owner);
    const others = this.#waiting.get(owner);
    this.#waiting.delete(owner);
    // Set again, it is the last of the map.
    if (others) this.#waiting.set(owner, others);
    this.#startNext();
  }

  #startNext(): void {
    for (const [owner, tasks] of this.#waiting) {
      if (this.#running.size >= this.#concurrency) return;
      if (this.#running.has(owner)) continue;
      this.#running.add(owner);
      tasks.shift()?.();
      if (tasks.length === 0) this.#waiting.delete(owner);
    }
  }
}
