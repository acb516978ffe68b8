/** Actions by the second in which they run. Actions of the same second run concurrently, in batches. */
export class EventSchedule {
  readonly #actions = new Map<number, (() => Promise<void>)[]>();

  /** Adds an action at a Unix time. */
  add(second: number, action: () => Promise<void>): void {
    const actions = this.#actions.get(second);
    if (actions) actions.push(action);
    else this.#actions.set(second, [action]);
  }

  /**
   * Runs all actions in order of time. Calls `onSecond` before the actions of each second, with the progress from 0 to
   * 1.
   */
  async run(onSecond: (second: number, share: number) => void): Promise<void> {
    const seconds = [...this.#actions.keys()].sort((one, other) => one - other);
    for (const [index, second] of seconds.entries()) {
      onSecond(second, index / seconds.length);
      const actions = this.#actions.get(second) ?? [];
      for (let from = 0; from < actions.length; from += BATCH) {
        await Promise.all(actions.slice(from, from + BATCH).map((action) => action()));
      }
    }
  }
}

/** The number of calls that share one transaction. */
const BATCH = 64;
