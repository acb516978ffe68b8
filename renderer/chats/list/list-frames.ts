import type { VirtualizerHandle } from 'virtua/svelte';
import type { Row } from '../conversation/rows';

/**
 * Measures the element, because the virtual list learns a new viewport height only after the scroll that it causes. New
 * content height is known to the virtual list first.
 */
export function measure(list: VirtualizerHandle, view: HTMLElement): { top: number; height: number } {
  return { top: view.scrollTop, height: Math.max(view.scrollHeight, list.getScrollSize()) };
}

/** Returns the element of a row; null if it isn't mounted. */
export function elementOf(view: HTMLElement, row: Row | undefined): HTMLElement | null {
  return view.querySelector<HTMLElement>(`[data-key="${CSS.escape(row?.key ?? '')}"]`);
}

/** Whether all rows in the viewport are mounted, with the heights that the virtual list has measured. */
export function areRowsMeasured(list: VirtualizerHandle, view: HTMLElement, rows: readonly Row[]): boolean {
  const last = list.findItemIndex(view.scrollTop + view.clientHeight - 1);
  for (let index = list.findItemIndex(view.scrollTop); index <= last; index++) {
    const height = elementOf(view, rows[index])?.getBoundingClientRect().height;
    if (height === undefined || Math.abs(height - list.getItemSize(index)) > 1) return false;
  }
  return true;
}

/**
 * Whether a row is mounted in the viewport, with the height that the virtual list has measured. One that isn't among
 * the rows (-1) can't be, and nothing waits for it.
 */
export function isRowShown(
  list: VirtualizerHandle,
  view: HTMLElement,
  rows: readonly Row[],
  index: number,
): boolean {
  if (index < 0) return true;
  const row = elementOf(view, rows[index])?.getBoundingClientRect();
  if (!row || Math.abs(row.height - list.getItemSize(index)) > 1) return false;
  const { top, bottom } = view.getBoundingClientRect();
  return row.bottom > top && row.top < bottom;
}

/** Whether all rows fit into the viewport; false once the list or its viewport is gone. */
export function fitsView(
  list: VirtualizerHandle | null | undefined,
  view: HTMLElement | null | undefined,
): boolean {
  if (!list || !view) return false;
  return list.getScrollSize() <= view.clientHeight;
}

/** Resolves once the next frame is drawn. */
export function frame(): Promise<void> {
  // Hidden windows draw no frames, so there is a timeout. It is longer in visible ones, because a slow machine may take
  // long for a frame and rows have no height before it.
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, document.hidden ? 100 : 1_000);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
