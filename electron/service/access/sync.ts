import { AppError } from '../../../shared/errors';
import type { SyncScope } from '../../../shared/contract/sync';
import type { ReadContext } from '../context';
import { findRelation } from '../people/queries';
import { isBlockedEitherWay, requirePerson } from './access';
import { requireMember } from './dialogs';

/**
 * Access control of replicas: a person holds the community, what is theirs, their dialogs, and the walls that they own
 * or follow. Other scopes are `not_found`.
 */
export async function requireSyncScope(ctx: ReadContext, scope: SyncScope): Promise<void> {
  const { id } = requirePerson(ctx);
  switch (scope.Kind) {
    case 'community':
      return requireThat(scope.ID === 0);
    case 'person':
      return requireThat(scope.ID === id);
    case 'dialog':
      await requireMember(ctx, scope.ID);
      return;
    case 'wall':
      return requireThat(scope.ID === id || (await isFollowing(ctx, scope.ID)));
  }
}

/** Whether the caller follows a person and no block separates them. */
export async function isFollowing(ctx: ReadContext, wall: number): Promise<boolean> {
  const { id } = requirePerson(ctx);
  return (
    (await findRelation(ctx.db, id, wall)) !== undefined && !(await isBlockedEitherWay(ctx.db, id, wall))
  );
}

function requireThat(isAllowed: boolean): void {
  if (!isAllowed) throw new AppError('not_found');
}
