import type { Attachment } from 'svelte/attachments';

/**
 * `{@attach growing(() => text)}`: sets the height of a text area by its text where the browser can't, as Safari before
 * 26.2. `text` is what the area shows.
 */
export function growing(text: () => string): Attachment<HTMLTextAreaElement> {
  return (box) => {
    if (CSS.supports('field-sizing', 'content')) return;
    text();
    const around = box.parentElement;
    // The view around must not get smaller for the measurement: a list above would lose its scroll position.
    around?.style.setProperty('min-block-size', `${around.offsetHeight}px`);
    box.style.blockSize = '0';
    box.style.blockSize = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`;
    around?.style.removeProperty('min-block-size');
  };
}
