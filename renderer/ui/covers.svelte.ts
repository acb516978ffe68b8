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

/** While something is open, a step back closes it. Called as a component is made. */
export function closeByStepBack(isOpen: () => boolean, close: () => void): void {
  $effect(() => {
    if (isOpen()) return cover(close);
  });
}
