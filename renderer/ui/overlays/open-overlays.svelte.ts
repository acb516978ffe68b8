/** Registers an open overlay that `close` closes; returns a function to call when the overlay has closed. */
export type RegisterOverlay = (close: () => void) => () => void;

/**
 * The one list of open overlays is that of the router, set by `registerOverlaysWith`. It is not replaced by the browsers'
 * CloseWatcher, which needs the same list again: only Android's back gesture and Escape reach it, not a step back through
 * the history; watchers created without a click close together; and one destroyed by a keydown listener passes the same
 * key press on to the next.
 */
let register: RegisterOverlay = () => () => undefined;

/** Sets how overlays are registered, because the components do not know the router. */
export function registerOverlaysWith(registry: RegisterOverlay): void {
  register = registry;
}

/** Registers an open overlay; returns a function to call when it has closed. */
export function registerOverlay(close: () => void): () => void {
  return register(close);
}

/** Makes a step back call `close` while `isOpen` returns true. Call it during component initialization. */
export function closeByStepBack(close: () => void, isOpen: () => boolean = () => true): void {
  $effect(() => {
    if (isOpen()) return register(close);
  });
}

/** Returns whether a panel covers the view, as in a narrow window, instead of being placed beside it. */
export function isOverView(panel: HTMLElement | undefined): boolean {
  return panel !== undefined && getComputedStyle(panel).position === 'absolute';
}
