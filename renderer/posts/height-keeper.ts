import type { Attachment } from 'svelte/attachments';

/**
 * Returns what keeps the height of an element under an ID, in CSS pixels, so that the element takes up its room the
 * next time even before its content is laid out: `{@attach keepHeight(post.ID)}`.
 */
export function heightKeeper(heights: Map<number, number>): (id: number) => Attachment<HTMLElement> {
  const ids = new WeakMap<Element, number>();
  const observer = new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) {
      const id = ids.get(target);
      if (id !== undefined && borderBoxSize[0]) heights.set(id, borderBoxSize[0].blockSize);
    }
  });
  return (id) => (element) => {
    ids.set(element, id);
    observer.observe(element);
    return () => observer.unobserve(element);
  };
}
