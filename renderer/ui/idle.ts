/** Resolves once the browser has nothing else to do. Safari can't tell: there a while later. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve());
    else setTimeout(resolve, LATER_MS);
  });
}

/**
 * Loads code in advance once the browser is idle: later the host may be away, and nobody has to wait. What fails is loaded
 * when it is needed.
 */
export function loadWhenIdle(...loads: readonly (() => Promise<unknown>)[]): void {
  void idle()
    .then(() => Promise.all(loads.map((load) => load())))
    .catch(() => undefined);
}

/** Longer than the first screen takes on most devices. */
const LATER_MS = 500;
