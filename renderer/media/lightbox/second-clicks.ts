import type PhotoSwipe from 'photoswipe';

/**
 * Ignores the second click of a double click: the first one has already zoomed or closed the photo, or it has opened
 * the lightbox.
 */
export function ignoreSecondClicks(lightbox: PhotoSwipe): void {
  // PhotoSwipe acts on `pointerup`, which doesn't count clicks, and suppresses the events of the mouse that do.
  let last = performance.now();
  const ignore = (event: { originalEvent: Event; preventDefault: () => void }) => {
    const { timeStamp } = event.originalEvent;
    const isSecond = timeStamp - last < DOUBLE_CLICK;
    last = isSecond ? -Infinity : timeStamp;
    if (isSecond) event.preventDefault();
  };
  lightbox.on('imageClickAction', ignore);
  lightbox.on('bgClickAction', ignore);
}

/** Milliseconds, the default of most systems. */
const DOUBLE_CLICK = 500;
