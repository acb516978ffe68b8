import { SvelteMap } from 'svelte/reactivity';

/** How far the tops of elements at the bottom of the window are above it, in pixels. */
const tops = new SvelteMap<HTMLElement, number>();

/** How far toasts stand above the bottom of the window, in pixels. */
export const raised = {
  get height() {
    return Math.max(0, ...tops.values());
  },
};

/** An attachment that keeps toasts above an element at the bottom of the window and follows its height. */
export function raiseToasts(foot: HTMLElement): () => void {
  const sizes = (observer ??= new ResizeObserver(measureRaised));
  tops.set(foot, 0);
  sizes.observe(foot);
  return () => {
    sizes.unobserve(foot);
    tops.delete(foot);
    requestAnimationFrame(measureRaised);
  };
}

/** Measures the elements again, after one was moved: one of them may stand on another. */
export function measureRaised(): void {
  for (const foot of tops.keys()) {
    const { top, height } = foot.getBoundingClientRect();
    tops.set(foot, height && Math.max(0, window.innerHeight - top));
  }
}

let observer: ResizeObserver | undefined;
