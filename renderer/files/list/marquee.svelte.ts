/** A rectangle in the list's own measure, which scrolls with it. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * The rectangle that is drawn with the pointer from empty ground, over a view that scrolls by itself at its edges. `ondraw` hears
 * of each move, and whether Ctrl was held at the beginning.
 */
export class Marquee {
  #box = $state.raw<Box | null>(null);
  #from = { x: 0, y: 0 };
  #at = { x: 0, y: 0 };
  #adds = false;
  #frame = 0;
  readonly #ondraw: (box: Box, adds: boolean) => void;

  constructor(ondraw: (box: Box, adds: boolean) => void) {
    this.#ondraw = ondraw;
  }

  /** What is drawn now; null while nothing is. */
  get box(): Box | null {
    return this.#box;
  }

  /** For the view: begins where nothing is under the pointer, of a mouse only. */
  readonly begin = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
    const view = event.currentTarget;
    const target = event.target as HTMLElement;
    if (event.button !== 0 || event.pointerType !== 'mouse') return;
    if (target.closest('[data-key], button, input, [role=columnheader]') || isScrollbar(event, view)) return;
    this.#adds = event.ctrlKey || event.metaKey;
    this.#at = { x: event.clientX, y: event.clientY };
    this.#from = inView(view, this.#at);
    let isDrawn = false;
    const move = (moved: PointerEvent) => {
      this.#at = { x: moved.clientX, y: moved.clientY };
      const far = Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY);
      if (!isDrawn && far < LEAST) return;
      if (!isDrawn) view.setPointerCapture(event.pointerId);
      isDrawn = true;
      this.#draw(view);
      this.#scroll(view);
    };
    const end = () => {
      view.removeEventListener('pointermove', move);
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
      this.#box = null;
      // A click on empty ground chooses nothing.
      if (!isDrawn && !this.#adds) this.#ondraw(NOWHERE, false);
    };
    view.addEventListener('pointermove', move);
    for (const name of ['pointerup', 'pointercancel']) view.addEventListener(name, end, { once: true });
  };

  #draw(view: HTMLElement): void {
    const to = inView(view, this.#at);
    const { x, y } = this.#from;
    this.#box = {
      left: Math.min(x, to.x),
      top: Math.min(y, to.y),
      right: Math.max(x, to.x),
      bottom: Math.max(y, to.y),
    };
    this.#ondraw(this.#box, this.#adds);
  }

  #scroll(view: HTMLElement): void {
    if (this.#frame) return;
    const step = () => {
      const { top, bottom } = view.getBoundingClientRect();
      const past = Math.max(0, this.#at.y - (bottom - EDGE)) - Math.max(0, top + EDGE - this.#at.y);
      if (past !== 0) {
        view.scrollTop += past / 2;
        this.#draw(view);
      }
      this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }
}

/** Where a line of things stands in the view, which share its width. */
export interface LinePlace {
  top: number;
  bottom: number;
  columns: number;
  width: number;
  isRightToLeft: boolean;
}

/** The things of a line that a rectangle touches; one that has the line for itself is touched beside it too. */
export function touchedIn<T>(
  box: Box,
  line: readonly T[],
  { top, bottom, columns, width, isRightToLeft }: LinePlace,
): T[] {
  if (bottom < box.top || top > box.bottom) return [];
  return line.filter((_, column) => {
    const one = width / columns;
    const left = (isRightToLeft ? columns - 1 - column : column) * one;
    return columns === 1 || (left < box.right && left + one > box.left);
  });
}

/** Pixels before a press becomes a drawing, and from an edge at which the view scrolls. */
const LEAST = 4;
const EDGE = 32;
const NOWHERE: Box = { left: -1, top: -1, right: -1, bottom: -1 };

function inView(view: HTMLElement, { x, y }: { x: number; y: number }) {
  const { left, top } = view.getBoundingClientRect();
  return { x: x - left, y: y - top + view.scrollTop };
}

function isScrollbar({ clientX }: PointerEvent, view: HTMLElement): boolean {
  const { left, right } = view.getBoundingClientRect();
  const width = view.offsetWidth - view.clientWidth;
  return document.dir === 'rtl' ? clientX < left + width : clientX > right - width;
}
