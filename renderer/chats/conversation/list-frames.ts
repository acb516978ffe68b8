import type { VirtualizerHandle } from 'virtua/svelte';

/**
 * Measures the element, because the virtual list learns a new viewport height only after the scroll that it causes. New
 * content height is known to the virtual list first.
 */
export function measure(list: VirtualizerHandle, view: HTMLElement): { top: number; height: number } {
  return { top: view.scrollTop, height: Math.max(view.scrollHeight, list.getScrollSize()) };
}

/** Resolves once the next frame is drawn. */
export function frame(): Promise<void> {
  // Hidden windows draw no frames, hence the timeout. It is longer in visible ones, because a slow machine may take
  // long for a frame and rows have no height before it.
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, document.hidden ? 100 : 1_000);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
