import type { Attachment } from 'svelte/attachments';

/** Calls `come` when an element scrolls into view, or within `margin` CSS pixels of it: `{@attach near(more, 800)}`. */
export function near(come: () => void, margin = 0): Attachment<HTMLElement> {
  return (element) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) come();
      },
      { root: element.closest('main'), rootMargin: `${margin}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
}
