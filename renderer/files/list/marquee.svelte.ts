/** A rectangle in scroll coordinates of the list, in pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * A selection rectangle drawn with the mouse from an empty area; the view scrolls near its edges. Calls `ondraw` on
 * each move, with whether Ctrl or Cmd was held at the start.
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

  /** The current rectangle; null if none is drawn. */
  get box(): Box | null {
    return this.#box;
  }

  /** Pointerdown handler of the view: starts a rectangle on an empty area, with the primary mouse button only. */
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
      if (!isDrawn && far < MIN_DISTANCE) return;
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
      // A click on an empty area clears the selection.
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

/** Where a row of items is, in scroll coordinates in pixels; its items share the width equally. */
export interface RowLayout {
  top: number;
  bottom: number;
  columns: number;
  width: number;
  isRightToLeft: boolean;
}

/**
 * Returns the items of a row that the rectangle touches; a single-column row is touched over the full width of the
 * view.
 */
export function itemsTouchedBy<T>(
  box: Box,
  line: readonly T[],
  { top, bottom, columns, width, isRightToLeft }: RowLayout,
): T[] {
  if (bottom < box.top || top > box.bottom) return [];
  return line.filter((_, column) => {
    const one = width / columns;
    const left = (isRightToLeft ? columns - 1 - column : column) * one;
    return columns === 1 || (left < box.right && left + one > box.left);
  });
}

/** Distance in pixels before a press starts a rectangle, and from an edge at which the view scrolls. */
const MIN_DISTANCE = 4;
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
