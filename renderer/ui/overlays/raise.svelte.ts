import { SvelteMap } from 'svelte/reactivity';

/** The heights of elements at the bottom of the window, in pixels. */
const heights = new SvelteMap<HTMLElement, number>();

/** How far toasts stand above the bottom of the window, in pixels. */
export const raised = {
  get height() {
    return Math.max(0, ...heights.values());
  },
};

/** An attachment that keeps toasts above an element at the bottom of the window and follows its height. */
export function raiseToasts(foot: HTMLElement): () => void {
  const measure = new ResizeObserver(() => void heights.set(foot, foot.offsetHeight));
  measure.observe(foot);
  return () => {
    measure.disconnect();
    heights.delete(foot);
  };
}
