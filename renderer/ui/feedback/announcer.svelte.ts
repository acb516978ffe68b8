/** The announcements of a LiveRegion for screen readers. Each replaces the previous one. */
class Announcer {
  #polite = $state({ text: '', turn: 0 });
  #assertive = $state({ text: '', turn: 0 });

  get polite() {
    return this.#polite;
  }
  get assertive() {
    return this.#assertive;
  }

  /** Announces a text when the screen reader pauses. The text must be in the person's language. */
  announce(text: string): void {
    this.#polite = { text, turn: this.#polite.turn + 1 };
  }

  /** Announces a text immediately. Use it for failures only. */
  announceNow(text: string): void {
    this.#assertive = { text, turn: this.#assertive.turn + 1 };
  }
}

export const announcer = new Announcer();
