import { afterPaint } from '../idle';

/** Pixels that a menu leaves free at each edge of the window. */
export const MENU_MARGIN = 8;

/**
 * On touch screens, moves a menu over what it belongs to if neither above nor below there is room for all its entries:
 * the last one is often what deletes, and nothing tells a finger that the menu scrolls. Not for a mouse, which would
 * release its button over an entry. Call it during component initialization.
 */
export function showWholeMenu(sheet: () => HTMLElement | null): void {
  $effect(() => {
    const menu = sheet();
    const wrapper = menu?.parentElement;
    if (!wrapper || !matchMedia('(pointer: coarse)').matches) return undefined;
    menu.classList.add('whole');
    const place = () => {
      const box = wrapper.getBoundingClientRect();
      // Until its place is known it is above the window.
      if (box.bottom > 0) menu.style.translate = `0 ${stepInto(box)}px`;
    };
    // bits-ui places its wrapper after the menu was shown, and with reduced motion it gets there a frame later.
    const moves = new MutationObserver(() => {
      place();
      afterPaint(place);
    });
    moves.observe(wrapper, { attributeFilter: ['style'] });
    return () => moves.disconnect();
  });
}

/** How far down a box is to go to be within the window; negative is up. */
function stepInto({ top, bottom }: DOMRect): number {
  return Math.max(MENU_MARGIN - top, Math.min(0, innerHeight - MENU_MARGIN - bottom));
}
