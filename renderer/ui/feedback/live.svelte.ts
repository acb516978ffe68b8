/** What a LiveRegion says to a screen reader: each sentence once, the later one in place of the earlier. */
class Announcer {
  #calm = $state({ text: '', turn: 0 });
  #urgent = $state({ text: '', turn: 0 });

  get calm() {
    return this.#calm;
  }
  get urgent() {
    return this.#urgent;
  }

  /** Says a sentence when the reader pauses. Words must come from the person's language. */
  say(text: string): void {
    this.#calm = { text, turn: this.#calm.turn + 1 };
  }

  /** Says a sentence at once: only for what failed. */
  sayNow(text: string): void {
    this.#urgent = { text, turn: this.#urgent.turn + 1 };
  }
}

/** The one announcer of these pages. */
export const announcer = new Announcer();
