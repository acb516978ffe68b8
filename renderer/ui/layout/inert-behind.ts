import type { Attachment } from 'svelte/attachments';

/** Keeps Tab and screen readers from what is behind an element while that fills the screen. */
export const inertBehindFullScreen: Attachment<HTMLElement> = (element) => {
  let restore = () => {};
  const update = () => {
    restore();
    restore = document.fullscreenElement === element ? makeOthersInert(element) : () => {};
  };
  document.addEventListener('fullscreenchange', update);
  return () => {
    document.removeEventListener('fullscreenchange', update);
    restore();
  };
};

/** Makes everything inert but an element and those around it; returns the function that undoes it. */
function makeOthersInert(element: HTMLElement): () => void {
  const others: HTMLElement[] = [];
  for (let one = element; one.parentElement; one = one.parentElement)
    for (const other of one.parentElement.children)
      if (other !== one && other instanceof HTMLElement && !other.inert) others.push(other);
  for (const other of others) other.inert = true;
  return () => {
    for (const other of others) other.inert = false;
  };
}
