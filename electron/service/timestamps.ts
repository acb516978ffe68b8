import type { ReadContext } from './context';

/** A stored time as it is shown: never in the future, where the clock was ahead when it was stored. */
export function shownTime(ctx: Pick<ReadContext, 'now'>, time: number): number {
  return Math.min(time, ctx.now());
}
