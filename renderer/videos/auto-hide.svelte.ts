/**
 * Hides the controls of a video after three seconds without a movement of the pointer or a key. They stay while one of
 * them has the keyboard focus, and while `mayHide` returns false.
 */
export class AutoHide {
  /** Whether one of the controls has the keyboard focus. */
  hasFocus = $state(false);
  #isIdle = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #mayHide: () => boolean;

  constructor(mayHide: () => boolean) {
    this.#mayHide = mayHide;
  }

  /** Whether the controls are hidden. Reactive. */
  get isHidden(): boolean {
    return this.#isIdle && !this.hasFocus && this.#mayHide();
  }

  /** Shows the controls, for three seconds from now. */
  show(): void {
    this.#isIdle = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#isIdle = true), HIDES_AFTER_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}

const HIDES_AFTER_MS = 3000;
