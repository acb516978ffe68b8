/** Answers that know what changed while they were on their way: one that took long may not, and is asked for once more. */
export class Fresh {
  #changes = 0;

  /** Something has changed that an answer under way may not know of. */
  changed(): void {
    this.#changes++;
  }

  async read<T>(ask: () => Promise<T>): Promise<T> {
    const before = this.#changes;
    const answer = await ask();
    return before === this.#changes ? answer : ask();
  }
}
