/** A queue that serves its lanes in turn, so that a lane with many entries does not delay the others. */
export class FairQueue<T> {
  readonly #lanes = new Map<string, T[]>();
  #size = 0;

  /** How many entries wait. */
  get size(): number {
    return this.#size;
  }

  /** How many entries wait in a lane. */
  sizeOf(lane: string): number {
    return this.#lanes.get(lane)?.length ?? 0;
  }

  /** Adds an entry at the end of its lane. */
  push(lane: string, entry: T): void {
    const entries = this.#lanes.get(lane);
    if (entries) entries.push(entry);
    else this.#lanes.set(lane, [entry]);
    this.#size++;
  }

  /** Takes the oldest entry of the lane whose turn it is. */
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

  /** Takes the newest entry of the longest lane, if more than `least` entries wait there. */
  dropLast(least = 0): T | undefined {
    let [longest, entries] = ['', [] as T[]];
    for (const [lane, each] of this.#lanes)
      if (each.length > entries.length) [longest, entries] = [lane, each];
    if (entries.length <= least) return undefined;
    const entry = entries.pop();
    if (entries.length === 0) this.#lanes.delete(longest);
    this.#size--;
    return entry;
  }
}
