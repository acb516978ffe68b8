/** Runs tasks one after another, in the order in which they are added. One that fails doesn't stop the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a task after all earlier ones and returns its result. Throws what it throws. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves once all tasks that were added so far have ended. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
