/**
 * The presses of fingers in the window, for what a long press opens. Where the browser knows of no such press, as on an
 * iPhone, lifting the finger clicks what is under it; that click is dropped.
 */
export class LongPress {
  #isDown = false;
  #dropsClick = false;

  /** Call it when the long press has opened something. */
  readonly opened = (): void => {
    this.#dropsClick = this.#isDown;
  };

  /** The listeners for the window, in its capture phase. */
  readonly down = ({ pointerType }: PointerEvent): void => {
    this.#isDown = pointerType !== 'mouse';
    this.#dropsClick = false;
  };
  readonly up = (): void => {
    this.#isDown = false;
  };
  readonly click = (event: MouseEvent): void => {
    if (!this.#dropsClick) return;
    this.#dropsClick = false;
    event.preventDefault();
    event.stopPropagation();
  };
}
