/** Pixels between a floating element and what it floats at. */
const GAP = 8;

/**
 * Positions a popover in the top layer above its parent, or below it if there is no room. Elsewhere, a dialog would
 * clip it.
 */
export function float(popover: HTMLElement): () => void {
  const place = () => {
    const around = popover.parentElement?.getBoundingClientRect();
    if (!around) return;
    const { top, bottom, left, right, width } = around;
    const isOver = top >= popover.offsetHeight + GAP;
    const isFromRight = getComputedStyle(popover).direction === 'rtl';
    Object.assign(popover.style, {
      insetInlineStart: `${isFromRight ? document.documentElement.clientWidth - right : left}px`,
      insetBlockStart: isOver ? 'auto' : `${bottom + GAP}px`,
      insetBlockEnd: isOver ? `${window.innerHeight - top + GAP}px` : 'auto',
      maxInlineSize: `${width}px`,
    });
  };
  const stop = new AbortController();
  const options = { capture: true, passive: true, signal: stop.signal };
  popover.showPopover();
  place();
  for (const name of ['scroll', 'resize']) window.addEventListener(name, place, options);
  return () => stop.abort();
}
