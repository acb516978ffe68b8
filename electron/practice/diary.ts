/** What is to happen when. Everything of one second happens at once, a few dozen at a time. */
export class Diary {
  readonly #pages = new Map<number, (() => Promise<void>)[]>();

  /** Notes something for a second of Unix time; parts of a second come one after the other. */
  note(second: number, act: () => Promise<void>): void {
    const page = this.#pages.get(second);
    if (page) page.push(act);
    else this.#pages.set(second, [act]);
  }

  /** Lets it all happen in order. `turn` hears each second before its acts, with the part of all that is done (0 to 1). */
  async live(turn: (second: number, share: number) => void): Promise<void> {
    const seconds = [...this.#pages.keys()].sort((one, other) => one - other);
    for (const [index, second] of seconds.entries()) {
      turn(second, index / seconds.length);
      const acts = this.#pages.get(second) ?? [];
      for (let from = 0; from < acts.length; from += AT_ONCE) {
        await Promise.all(acts.slice(from, from + AT_ONCE).map((act) => act()));
      }
    }
  }
}

/** As many as share one transaction. */
const AT_ONCE = 64;
