/**
 * Runs a limited number of tasks at once, at most one per owner. Owners take turns: an owner's second task waits for
 * the first tasks of all others.
 */
export class RoundRobinQueue<Owner> {
  readonly #concurrency: number;
  readonly #running = new Set<Owner>();
  /** Waiting tasks by owner; the next owner first. */
  readonly #queues = new Map<Owner, (() => void)[]>();

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /** Runs the task when its owner's turn comes, and settles as the task does. */
  async run<T>(owner: Owner, task: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      const tasks = this.#queues.get(owner);
      if (tasks) tasks.push(start);
      else this.#queues.set(owner, [start]);
      this.#startNext();
    });
    try {
      return await task();
    } finally {
      this.#finish(owner);
    }
  }

  #finish(owner: Owner): void {
    this.#running.delete(owner);
    const remaining = this.#queues.get(owner);
    this.#queues.delete(owner);
    // Inserted again, the owner comes last in the map.
    if (remaining) this.#queues.set(owner, remaining);
    this.#startNext();
  }

  #startNext(): void {
    for (const [owner, tasks] of this.#queues) {
      if (this.#running.size >= this.#concurrency) return;
      if (this.#running.has(owner)) continue;
      this.#running.add(owner);
      tasks.shift()?.();
      if (tasks.length === 0) this.#queues.delete(owner);
    }
  }
}
