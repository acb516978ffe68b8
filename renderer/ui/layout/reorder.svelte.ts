/** Drop target: before or after another row. */
interface Aim {
  key: number;
  isAfter: boolean;
}

/**
 * Drag-and-drop reordering of list rows, which carry their key in `data-entry`. Call `grip` on pointerdown of the drag
 * handle; works with mouse, pen and touch. `onmove` receives the key of the dragged row and the drop target.
 */
export class Reorder {
  readonly #onmove: (key: number, aim: Aim) => void;
  #dragged = $state<number>();
  #aim = $state.raw<Aim>();

  constructor(onmove: (key: number, aim: Aim) => void) {
    this.#onmove = onmove;
  }

  /** Key of the dragged row. */
  get dragged(): number | undefined {
    return this.#dragged;
  }

  /** The class of this row that shows on which side of it the dragged one will be dropped. */
  dropClass(key: number): 'drop-before' | 'drop-after' | undefined {
    if (this.#aim?.key !== key || this.#dragged === key) return undefined;
    return this.#aim.isAfter ? 'drop-after' : 'drop-before';
  }

  /**
   * Starts to drag a row: for `onpointerdown` of its handle. `onpress` is called if the row was not dragged anywhere.
   */
  grip(event: PointerEvent, key: number, onpress?: () => void): void {
    if (event.button !== 0) return;
    event.preventDefault();
    this.#drag(event, event.currentTarget as HTMLElement, key, onpress);
  }

  /**
   * Starts to drag a row by any part of it once the mouse has moved some way: for `onpointerdown` of the row, which can
   * be clicked as usual. Touch scrolls there.
   */
  gripRow(event: PointerEvent, key: number): void {
    if (event.button !== 0 || event.pointerType !== 'mouse' || event.defaultPrevented) return;
    const row = event.currentTarget as HTMLElement;
    const move = (moved: PointerEvent) => {
      if (Math.abs(moved.clientY - event.clientY) < THRESHOLD) return;
      end();
      this.#drag(moved, row, key);
    };
    const end = () => {
      removeEventListener('pointermove', move);
      for (const name of ENDS) removeEventListener(name, end);
    };
    addEventListener('pointermove', move);
    for (const name of ENDS) addEventListener(name, end);
  }

  #drag(event: PointerEvent, grip: HTMLElement, key: number, onpress?: () => void): void {
    const scroller = scrollerOf(grip);
    grip.setPointerCapture(event.pointerId);
    this.#dragged = key;
    let hasLeft = false;
    const move = (moved: PointerEvent) => {
      this.#aim = aimAt(moved, scroller) ?? this.#aim;
      hasLeft ||= this.#aim !== undefined && this.#aim.key !== key;
      const { top, bottom } = scroller.getBoundingClientRect();
      if (moved.clientY < top + EDGE) scroller.scrollTop -= STEP;
      if (moved.clientY > bottom - EDGE) scroller.scrollTop += STEP;
    };
    const end = (ended: Event) => {
      grip.removeEventListener('pointermove', move);
      for (const name of ENDS) grip.removeEventListener(name, end);
      const aim = this.#aim;
      this.#aim = this.#dragged = undefined;
      if (ended.type !== 'pointerup') return;
      if (aim && aim.key !== key) this.#onmove(key, aim);
      else if (!hasLeft) onpress?.();
    };
    grip.addEventListener('pointermove', move);
    for (const name of ENDS) grip.addEventListener(name, end);
  }
}

const ENDS = ['pointerup', 'pointercancel'] as const;
/** Distance from an edge at which the list scrolls, and the scroll step, in pixels. */
const EDGE = 40;
const STEP = 12;
/** Vertical pixels by which the mouse moves before a press on a row is a drag. */
const THRESHOLD = 6;

function aimAt({ clientX, clientY }: PointerEvent, scroller: HTMLElement): Aim | undefined {
  const row = document
    .elementsFromPoint(clientX, clientY)
    .map((element) => element.closest<HTMLElement>('[data-entry]'))
    .find((element) => element && scroller.contains(element));
  if (!row) return undefined;
  const { top, height } = row.getBoundingClientRect();
  return { key: Number(row.dataset['entry']), isAfter: clientY > top + height / 2 };
}

function scrollerOf(element: HTMLElement): HTMLElement {
  for (let one = element.parentElement; one; one = one.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  }
  return document.documentElement;
}
