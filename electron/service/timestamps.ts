import type { ReadContext } from './context';

/** The timestamp to show for a stored time: never in the future, even if the clock was ahead when it was stored. */
export function shownTime(ctx: Pick<ReadContext, 'now'>, time: number): number {
  return Math.min(time, ctx.now());
}
