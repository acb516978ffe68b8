/**
 * The number of the last event up to which the standby has everything: the database, and the contents that it names.
 */
export class DurableSeq {
  #stored = NOTHING;
  readonly #onChanged: () => void;

  /** `onChanged` is called when the standby has stored more. */
  constructor(onChanged: () => void) {
    this.#onChanged = onChanged;
  }

  get value(): number {
    return Math.min(this.#stored.log, this.#stored.contents);
  }

  /** The standby has stored the log, or the contents, up to an event. */
  stored(part: Partial<typeof NOTHING>): void {
    const before = this.value;
    this.#stored = { ...this.#stored, ...part };
    if (this.value !== before) this.#onChanged();
  }

  /** Another standby has nothing yet. */
  reset(): void {
    this.#stored = NOTHING;
  }
}

const NOTHING = { log: 0, contents: 0 };
