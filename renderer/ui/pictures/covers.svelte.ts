/** Notes that something lies over the view, which `close` takes away; gives the way to say that it no longer does. */
export type Cover = (close: () => void) => () => void;

let cover: Cover = () => () => undefined;

/** Tells the components how a step back closes what lies over the view: they know nothing of the history themselves. */
export function coverBy(way: Cover): void {
  cover = way;
}

/** What lies over the view from now on; gives the way to say that it no longer does. */
export function lieOver(close: () => void): () => void {
  return cover(close);
}

/** A step back closes a component, or something in it while that is open. Called as the component is made. */
export function closeByStepBack(close: () => void, isOpen: () => boolean = () => true): void {
  $effect(() => {
    if (isOpen()) return cover(close);
  });
}

/** Whether a panel lies over the view, as in a narrow window; in a wide one it stands beside. */
export function isOverView(panel: HTMLElement | undefined): boolean {
  return panel !== undefined && getComputedStyle(panel).position === 'absolute';
}
