/** Resolves once the browser has nothing else to do. Safari can't tell: there a while later. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve());
    else setTimeout(resolve, LATER_MS);
  });
}

/**
 * Loads code in advance once the browser is idle: later the host may be away, and nobody has to wait. What fails is
 * loaded when it is needed.
 */
export function loadWhenIdle(...loads: readonly (() => Promise<unknown>)[]): void {
  void idle()
    .then(() => Promise.all(loads.map((load) => load())))
    .catch(() => undefined);
}

/**
 * Calls `begin` once what is being built now is painted, for what need not be there at once: a request takes a
 * millisecond of that frame, and its answer more. Returns what cancels it, or calls what `begin` returned.
 */
export function afterPaint(begin: () => (() => void) | void): () => void {
  let end: (() => void) | void;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The first frame gives a list its size, the second one has its rows.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => (timer = setTimeout(() => (end = begin()))));
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    end?.();
  };
}

/** Longer than the first screen takes on most devices. */
const LATER_MS = 500;
