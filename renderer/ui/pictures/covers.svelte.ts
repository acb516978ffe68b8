/** Registers an open overlay that `close` closes; returns a function to call when the overlay has closed. */
export type Cover = (close: () => void) => () => void;

let cover: Cover = () => () => undefined;

/** Sets how a step back closes overlays, because the components do not know the router. */
export function coverBy(way: Cover): void {
  cover = way;
}

/** Registers an open overlay; returns a function to call when it has closed. */
export function lieOver(close: () => void): () => void {
  return cover(close);
}

/** Makes a step back call `close` while `isOpen` returns true. Call it during component initialization. */
export function closeByStepBack(close: () => void, isOpen: () => boolean = () => true): void {
  $effect(() => {
    if (isOpen()) return cover(close);
  });
}

/** Returns whether a panel covers the view, as in a narrow window, instead of being placed beside it. */
export function isOverView(panel: HTMLElement | undefined): boolean {
  return panel !== undefined && getComputedStyle(panel).position === 'absolute';
}
