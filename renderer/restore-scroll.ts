import type { Attachment } from 'svelte/attachments';
import { router } from './router.svelte';
import type { Route } from '../shared/routes';

/**
 * Saves the scroll position of a container for each history entry and restores it when the person returns: as soon as
 * the content is long enough, unless the person scrolls first. `name` identifies the container; `pageOf` distinguishes
 * the pages inside it, and a new page starts at the top: `{@attach restoreScroll('music', addressOf)}`.
 */
export function restoreScroll(name: string, pageOf: (route: Route) => string): Attachment<HTMLElement> {
  let page: string | undefined;
  /** The scroll position when it changed last: asking the container would lay out the page first. */
  let top = 0;

  return (scroller) => {
    const { route, visit, isAtStart } = router;
    const wanted = isAtStart ? 0 : (visit.scrolled.get(name) ?? 0);
    const until = performance.now() + MAX_WAIT_MS;
    let frame = 0;
    let isComing = wanted > 0;
    const before = page;
    page = pageOf(route);
    const isNewPage = before !== undefined && before !== page;
    if (top > 0 && !isComing && (isNewPage || isAtStart)) scroller.scrollTop = 0;

    const note = () => {
      top = scroller.scrollTop;
      if (!isComing) visit.scrolled.set(name, top);
    };
    const stop = () => {
      isComing = false;
      cancelAnimationFrame(frame);
    };
    const aim = () => {
      const max = scroller.scrollHeight - scroller.clientHeight;
      // If the content is still shorter, scroll to its end: lists load their next page there.
      scroller.scrollTop = Math.min(wanted, max);
      isComing = max < wanted && performance.now() < until;
      if (isComing) frame = requestAnimationFrame(aim);
    };

    if (isComing) aim();
    scroller.addEventListener('scroll', note);
    for (const input of CANCELLING_INPUTS) addEventListener(input, stop, { passive: true });
    return () => {
      stop();
      scroller.removeEventListener('scroll', note);
      for (const input of CANCELLING_INPUTS) removeEventListener(input, stop);
    };
  };
}

/** Input that cancels the restoring of a scroll position. */
const CANCELLING_INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** How long to wait for content that is long enough, in milliseconds. */
const MAX_WAIT_MS = 3000;
