const raising = new Map<HTMLElement, number>();

/** An attachment that keeps toasts above an element at the bottom of the window and follows its height. */
export function raiseToasts(foot: HTMLElement): () => void {
  const measure = new ResizeObserver(() => {
    raising.set(foot, foot.offsetHeight);
    raise();
  });
  measure.observe(foot);
  return () => {
    measure.disconnect();
    raising.delete(foot);
    raise();
  };
}

function raise(): void {
  const highest = Math.max(0, ...raising.values());
  document.documentElement.style.setProperty('--toast-bottom', `${highest}px`);
}
