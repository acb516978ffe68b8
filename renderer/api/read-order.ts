/**
 * Keeps an older state from replacing a newer one: for state that is read repeatedly, and that its changes return too.
 * Everything else is ordered by the event log.
 */
export class ReadOrder {
  #changes = 0;

  /** Returns the result of `read`. Reads again if a change ended meanwhile, because the result may be older. */
  async read<T>(read: () => Promise<T>): Promise<T> {
    const changes = this.#changes;
    const answer = await read();
    return changes === this.#changes ? answer : this.read(read);
  }

  /** Makes a change and returns its result. */
  async change<T>(change: () => Promise<T>): Promise<T> {
    const answer = await change();
    this.#changes += 1;
    return answer;
  }
}
