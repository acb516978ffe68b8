import { tick } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { indexAfter, roving, rowsInPage } from './roving';

/**
 * A roving tabindex for a virtual list: the arrow keys, Home, End, Page Up and Page Down also reach rows that are not
 * in the page yet. A row is a `data-row` element at or inside an element with its key in `data-entry`.
 */
export class VirtualRoving {
  readonly #keys: () => readonly number[];
  readonly #scroller: () => HTMLElement | undefined;
  #list: HTMLElement | undefined;
  #key = $state.raw<number>();
  /** The row that is to get the focus; until it has it, the one before must not lose it by leaving the page. */
  #next = $state.raw<number>();

  /** `keys` returns the keys of all rows in order, `scroller` the element that scrolls them. */
  constructor(keys: () => readonly number[], scroller: () => HTMLElement | undefined) {
    this.#keys = keys;
    this.#scroller = scroller;
  }

  /** The keys of the rows that have to stay in the page when they are scrolled away. */
  get kept(): readonly number[] {
    return [this.#key, this.#next].filter((key) => key !== undefined);
  }

  /** For the element around the list. */
  readonly attach: Attachment<HTMLElement> = (list) => {
    this.#list = list;
    const note = ({ target }: FocusEvent) => {
      this.#key = keyOf(target);
      this.#next = undefined;
    };
    const press = (event: KeyboardEvent) => this.#press(event);
    list.addEventListener('focusin', note);
    // Before the listener of `roving`, which knows only the rows that are in the page.
    list.addEventListener('keydown', press);
    const end = roving(list);
    return () => {
      end?.();
      list.removeEventListener('focusin', note);
      list.removeEventListener('keydown', press);
    };
  };

  /** Focuses the row with a key and scrolls to it. */
  async reach(key: number | undefined): Promise<void> {
    this.#next = key;
    await tick();
    const entry = this.#list?.querySelector<HTMLElement>(`[data-entry="${key}"]`);
    const row = entry?.matches('[data-row]') ? entry : entry?.querySelector<HTMLElement>('[data-row]');
    if (!row) return;
    row.focus({ preventScroll: true });
    let isScrolledAway = false;
    const scroller = this.#scroller();
    const leave = () => (isScrolledAway = true);
    scroller?.addEventListener('wheel', leave, { passive: true });
    // Rows that were never shown may turn out taller than expected, which moves this one.
    for (let frame = 0; frame < MEASURING_FRAMES; frame++) {
      if (isScrolledAway || row !== document.activeElement) break;
      row.scrollIntoView({ block: 'nearest' });
      await new Promise(requestAnimationFrame);
    }
    scroller?.removeEventListener('wheel', leave);
  }

  #press(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { target } = event;
    if (!(target instanceof HTMLElement) || !target.matches('[data-row]')) return;
    const keys = this.#keys();
    const from = keys.indexOf(keyOf(target) ?? NaN);
    const to =
      from < 0
        ? undefined
        : keys[indexAfter(event.key, from, keys.length, rowsInPage(this.#scroller(), target))];
    if (to === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void this.reach(to);
  }
}

function keyOf(target: EventTarget | null): number | undefined {
  const entry = target instanceof Element && target.closest<HTMLElement>('[data-entry]');
  return entry ? Number(entry.dataset['entry']) : undefined;
}

const MEASURING_FRAMES = 4;
