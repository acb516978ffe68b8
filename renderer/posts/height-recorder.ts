import type { Attachment } from 'svelte/attachments';

/**
 * Returns an attachment factory that records the height of each element in `heights` by ID, in CSS pixels, so that the
 * element can reserve its space next time before its content is laid out: `{@attach recordHeight(post.ID)}`.
 */
export function heightRecorder(heights: Map<number, number>): (id: number) => Attachment<HTMLElement> {
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
