/** What a LiveRegion says to a screen reader: each sentence once, the later one in place of the earlier. */
class Announcer {
  #calm = $state({ words: '', turn: 0 });
  #urgent = $state({ words: '', turn: 0 });

  get calm() {
    return this.#calm;
  }
  get urgent() {
    return this.#urgent;
  }

  /** Says a sentence when the reader pauses. Words must come from the person's language. */
  say(words: string): void {
    this.#calm = { words, turn: this.#calm.turn + 1 };
  }

  /** Says a sentence at once: only for what failed. */
  sayNow(words: string): void {
    this.#urgent = { words, turn: this.#urgent.turn + 1 };
  }
}

/** The one announcer of these pages. */
export const announcer = new Announcer();
