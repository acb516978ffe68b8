import type { Attachment } from 'svelte/attachments';
import { router } from './router.svelte';
import type { Route } from '../shared/routes';

/**
 * Notes how far a scroller stands at each place of the history, and brings it there again when one comes back: as soon as
 * what is read there is long enough, unless somebody scrolls before. `name` is the scroller's own; `pageOf` tells the pages
 * in it apart, each of which begins at its top: `{@attach comingBack('music', addressOf)}`.
 */
export function comingBack(name: string, pageOf: (route: Route) => string): Attachment<HTMLElement> {
  let page: string | undefined;

  return (scroller) => {
    const { route, visit } = router;
    const wanted = visit.scrolled.get(name) ?? 0;
    const until = performance.now() + LONGEST;
    let frame = 0;
    let isComing = wanted > 0;
    const before = page;
    page = pageOf(route);
    if (!isComing && before !== undefined && before !== page) scroller.scrollTop = 0;

    const note = () => {
      if (!isComing) visit.scrolled.set(name, scroller.scrollTop);
    };
    const stop = () => {
      isComing = false;
      cancelAnimationFrame(frame);
    };
    const aim = () => {
      const most = scroller.scrollHeight - scroller.clientHeight;
      // To the end where that is before it: there lists grow.
      scroller.scrollTop = Math.min(wanted, most);
      isComing = most < wanted && performance.now() < until;
      if (isComing) frame = requestAnimationFrame(aim);
    };

    if (isComing) aim();
    scroller.addEventListener('scroll', note);
    for (const act of ACTS) addEventListener(act, stop, { passive: true });
    return () => {
      stop();
      scroller.removeEventListener('scroll', note);
      for (const act of ACTS) removeEventListener(act, stop);
    };
  };
}

/** By which somebody shows that they look somewhere else. */
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** How long what is to be scrolled may take to come, in milliseconds. */
const LONGEST = 3000;
