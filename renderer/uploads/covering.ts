/**
 * Calls `check` when the page below an element may have changed: it was scrolled, resized or drawn again, or the focus
 * moved. Returns the function that stops it.
 */
export function watchPage(check: () => void): () => void {
  let timer = 0;
  const soon = () => {
    cancelAnimationFrame(timer);
    timer = requestAnimationFrame(check);
  };
  const main = document.querySelector('main');
  const changes = new MutationObserver(soon);
  if (main) changes.observe(main, { childList: true, subtree: true });
  const ends = new AbortController();
  for (const type of ['scroll', 'resize', 'focusin'])
    addEventListener(type, soon, { capture: true, passive: true, signal: ends.signal });
  soon();
  return () => {
    cancelAnimationFrame(timer);
    changes.disconnect();
    ends.abort();
  };
}

/** Whether an element that floats over the view hides a part of a text field or a select. */
export function coversField(element: Element): boolean {
  const over = element.getBoundingClientRect();
  return [...document.querySelectorAll(FIELDS)].some((field) => {
    const { left, right, top, bottom, width } = field.getBoundingClientRect();
    return width > 0 && left < over.right && right > over.left && top < over.bottom && bottom > over.top;
  });
}

const FIELDS =
  'main :is(input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, [aria-haspopup="listbox"], [contenteditable="true"])';
