/** The replies from which the person went to the messages that they answer, to go back to one after another. */
export class JumpReturns {
  #replies = $state.raw<readonly number[]>([]);

  /** Whether there is a reply to go back to. */
  get isEmpty(): boolean {
    return this.#replies.length === 0;
  }

  /** Remembers a reply that is being left. */
  add(reply: number): void {
    this.#replies = [...this.#replies.filter((one) => one !== reply), reply];
  }

  /** Returns the reply that was left last, and forgets it; undefined if there is none. */
  take(): number | undefined {
    const last = this.#replies.at(-1);
    if (last !== undefined) this.#replies = this.#replies.slice(0, -1);
    return last;
  }

  /** Forgets the replies up to the last message that is shown: the person has come back to them by scrolling. */
  passed(shown: number): void {
    if (this.#replies.some((reply) => reply <= shown))
      this.#replies = this.#replies.filter((reply) => reply > shown);
  }
}
