/** The announcements of a LiveRegion for screen readers. Each replaces the previous one. */
class Announcer {
  #calm = $state({ text: '', turn: 0 });
  #urgent = $state({ text: '', turn: 0 });

  get calm() {
    return this.#calm;
  }
  get urgent() {
    return this.#urgent;
  }

  /** Announces a text when the screen reader pauses. The text must be in the person's language. */
  say(text: string): void {
    this.#calm = { text, turn: this.#calm.turn + 1 };
  }

  /** Announces a text immediately. Use it for failures only. */
  sayNow(text: string): void {
    this.#urgent = { text, turn: this.#urgent.turn + 1 };
  }
}

export const announcer = new Announcer();
