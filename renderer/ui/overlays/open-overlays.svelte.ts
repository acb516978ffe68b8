/** Registers an open overlay that `close` closes; returns a function to call when the overlay has closed. */
export type RegisterOverlay = (close: () => void) => () => void;

/**
 * The one list of open overlays is that of the router, set by `registerOverlaysWith`. The browsers' CloseWatcher was
 * tried in Chromium 156 and can't replace it:
 * - `history.back()` and the browser's back button leave the page and fire nothing at an open watcher, so a step back
 *   still needs an entry in the history for each overlay. Only Escape and Android's back gesture reach a watcher.
 * - Watchers are grouped unless each is created after a click of its own: of three created after one click, the first
 *   Escape closed the upper two. A dialog that opens another one, or one opened by a shortcut, would close both.
 * - If a keydown listener destroys its watcher on Escape, as a component that handles Escape itself does, the same key
 *   press also closes the watcher below, unless the listener prevents the default.
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
export function coversView(panel: HTMLElement | undefined): boolean {
  return panel !== undefined && getComputedStyle(panel).position === 'absolute';
}
