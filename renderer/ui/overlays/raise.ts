const raising = new Map<HTMLElement, number>();

/** Keeps toasts above what stands at the foot of the window, as high as it is. An attachment. */
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
