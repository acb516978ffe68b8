/**
 * Keeps an older state from replacing a newer one, for state that is read again and again and that changes answer with.
 * The log of events orders everything else.
 */
export class ReadOrder {
  #changes = 0;

  /** Answers what `read` answers. Reads again if a change was answered meanwhile, because the answer may be older. */
  async read<T>(read: () => Promise<T>): Promise<T> {
    const changes = this.#changes;
    const answer = await read();
    return changes === this.#changes ? answer : this.read(read);
  }

  /** Answers what `change` answers: the state after it. */
  async change<T>(change: () => Promise<T>): Promise<T> {
    const answer = await change();
    this.#changes += 1;
    return answer;
  }
}
