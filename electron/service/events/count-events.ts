import type { Context } from '../context';

/**
 * Tells that a person has another number of friends or followers: those who may see it, and `other`, who became somebody
 * else to the person.
 */
export function tellCounts(ctx: Context, person: number, other: number): void {
  ctx.emit({
    type: 'profile',
    scope: { kind: 'community', id: 0 },
    ref: { kind: 'person', id: person },
    body: { Counts: other },
  });
}

/** Tells those who follow a person's wall that another number of posts is on it. */
export function tellWall(ctx: Context, wall: number): void {
  ctx.emit({ type: 'profile', scope: { kind: 'wall', id: wall }, ref: { kind: 'person', id: wall } });
}
