/** Where something that is dragged would be put: before or after another one. */
interface Aim {
  key: number;
  isAfter: boolean;
}

/**
 * Lets the rows of a list, marked `data-entry` with their numbers, be put elsewhere: dragged by what `grip` is put on, with
 * mouse, pen or finger. `onmove` gets the one that was dragged and the row it was let go at.
 */
export class Reorder {
  readonly #onmove: (key: number, aim: Aim) => void;
  #dragged = $state<number>();
  #aim = $state.raw<Aim>();

  constructor(onmove: (key: number, aim: Aim) => void) {
    this.#onmove = onmove;
  }

  /** The one that is dragged. */
  get dragged(): number | undefined {
    return this.#dragged;
  }

  /** On which side of this row the line is that shows where it goes. */
  sideOf(key: number): 'before' | 'after' | undefined {
    if (this.#aim?.key !== key || this.#dragged === key) return undefined;
    return this.#aim.isAfter ? 'after' : 'before';
  }

  /** Takes a row up: for `onpointerdown` of its grip. */
  grip(event: PointerEvent, key: number): void {
    if (event.button !== 0) return;
    event.preventDefault();
    const grip = event.currentTarget as HTMLElement;
    const scroller = scrollerOf(grip);
    grip.setPointerCapture(event.pointerId);
    this.#dragged = key;
    const move = (moved: PointerEvent) => {
      this.#aim = aimAt(moved, scroller) ?? this.#aim;
      const { top, bottom } = scroller.getBoundingClientRect();
      if (moved.clientY < top + EDGE) scroller.scrollTop -= STEP;
      if (moved.clientY > bottom - EDGE) scroller.scrollTop += STEP;
    };
    const end = (ended: Event) => {
      grip.removeEventListener('pointermove', move);
      for (const name of ENDS) grip.removeEventListener(name, end);
      const aim = this.#aim;
      this.#aim = this.#dragged = undefined;
      if (ended.type === 'pointerup' && aim && aim.key !== key) this.#onmove(key, aim);
    };
    grip.addEventListener('pointermove', move);
    for (const name of ENDS) grip.addEventListener(name, end);
  }
}

const ENDS = ['pointerup', 'pointercancel'] as const;
/** Pixels: how near an edge the list scrolls, and by how much. */
const EDGE = 40;
const STEP = 12;

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
