import type { Context } from '../context';

/**
 * Emits a person's new number of friends or followers to those who may see it, and to `other`, whose relation to the
 * person changed.
 */
export function emitFriendCounts(ctx: Context, person: number, other: number): void {
  ctx.emit({
    type: 'profile',
    scope: { kind: 'community', id: 0 },
    ref: { kind: 'person', id: person },
    body: { Counts: other },
  });
}

/** Tells administrators that a person was reported, or that a report about them was closed. */
export function emitReports(ctx: Context, person: number): void {
  ctx.emit({
    type: 'profile',
    scope: { kind: 'administrators', id: 0 },
    ref: { kind: 'person', id: person },
  });
}

/** Emits the new number of posts on a wall to its followers. */
export function emitPostCount(ctx: Context, wall: number): void {
  ctx.emit({ type: 'profile', scope: { kind: 'wall', id: wall }, ref: { kind: 'person', id: wall } });
}
