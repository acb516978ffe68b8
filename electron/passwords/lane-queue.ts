/** A queue that serves its lanes in turn, so that a lane with many entries doesn't delay the others. */
export class LaneQueue<T> {
  readonly #lanes = new Map<string, T[]>();
  #size = 0;

  /** Number of waiting entries. */
  get size(): number {
    return this.#size;
  }

  /** Number of waiting entries in a lane. */
  sizeOf(lane: string): number {
    return this.#lanes.get(lane)?.length ?? 0;
  }

  /** Appends an entry to a lane. */
  push(lane: string, entry: T): void {
    const entries = this.#lanes.get(lane);
    if (entries) entries.push(entry);
    else this.#lanes.set(lane, [entry]);
    this.#size++;
  }

  /** Removes the oldest entry of the next lane. */
  shift(): T | undefined {
    for (const [lane, entries] of this.#lanes) {
      const entry = entries.shift();
      this.#lanes.delete(lane);
      if (entries.length > 0) this.#lanes.set(lane, entries);
      this.#size--;
      return entry;
    }
    return undefined;
  }

  /** Removes the newest entry of the longest lane if it has more than `min` entries. */
  dropLast(min = 0): T | undefined {
    let [longest, entries] = ['', [] as T[]];
    for (const [lane, each] of this.#lanes)
      if (each.length > entries.length) [longest, entries] = [lane, each];
    if (entries.length <= min) return undefined;
    const entry = entries.pop();
    if (entries.length === 0) this.#lanes.delete(longest);
    this.#size--;
    return entry;
  }
}
