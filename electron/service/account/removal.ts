import type { Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { requirePerson } from '../access/access';
import { deleteAppsOf } from '../apps/queries';
import { findDialogMember } from '../access/dialogs-queries';
import { insertAuditEntry, updateRole } from '../admin/queries';
import { generateLongCode } from '../codes';
import { updateCommunity } from '../community/queries';
import type { Context, ReadContext } from '../context';
import { emitFriendCounts } from '../events/count-events';
import { leavePrivateDialog, leaveDialog } from '../dialogs/leaving';
import { listDialogIds } from '../dialogs/queries';
import { clearPhotosOf } from '../photos/queries';
import { requireOwnPassword, requireSamePassword } from './credentials';
import { deleteCodes } from './queries';
import {
  anonymise,
  deleteStoredContent,
  deleteLetters,
  deleteNotifications,
  deleteRelations,
  findCommunityHeir,
  hasOtherMembers,
  listAddresses,
} from './removal-queries';
import { deleteKnownAddresses, deleteTokens } from './token-queries';

/**
 * Removes the caller's account permanently. Their messages, posts, comments, gifts to others and audit log entries stay
 * without a name; everything else is deleted, and their email address and tag become free. Their groups and channels
 * pass to an heir, an owner's community to the longest-standing administrator. Throws `conflict` if there are other
 * members but no administrator.
 */
export async function removeAccount(ctx: ReadContext, { password }: Parsed<'account.remove'>) {
  const { id } = requirePerson(ctx);
  const verified = await requireOwnPassword(ctx, id, password, 'password');
  return async (inner: Context) => {
    const { id: person, role } = requirePerson(inner);
    await requireSamePassword(inner, person, verified);
    if (role === 'owner') await transferCommunity(inner, person);
    await leaveDialogs(inner, person);
    const relations = await deleteRelations(inner.db, person);
    const notified = await deleteNotifications(inner.db, person);
    await deletePersonalData(inner, person);
    emitRemoval(inner, person, { ...relations, notified });
    inner.afterCommit(() => inner.connections.close({ person }));
    return { ok: true as const };
  };
}

async function transferCommunity(ctx: Context, owner: number): Promise<void> {
  const heir = await findCommunityHeir(ctx.db);
  if (heir !== undefined) {
    await updateRole(ctx.db, heir, 'owner');
    ctx.afterCommit(() => ctx.connections.changeRole(heir, 'owner'));
    await insertAuditEntry(ctx.db, {
      id: ctx.newId(),
      by: owner,
      action: 'make_owner',
      person: heir,
      now: ctx.now(),
    });
    ctx.emit({ type: 'profile', scope: { kind: 'community', id: 0 }, ref: { kind: 'person', id: heir } });
    return;
  }
  if (await hasOtherMembers(ctx.db, owner)) {
    throw new AppError(
      'conflict',
      'You own this community. Make someone an administrator first; they will become the owner.',
    );
  }
  // Nobody is left: the community can be set up again, as after its creation.
  await updateCommunity(ctx.db, ctx.community.id, { setup_code: generateLongCode() });
}

async function leaveDialogs(ctx: Context, person: number): Promise<void> {
  for (const id of await listDialogIds(ctx.db, person)) {
    const dialog = await findDialogMember(ctx.db, id, person);
    if (!dialog) continue;
    await (dialog.type === 'private' ? leavePrivateDialog : leaveDialog)(ctx, dialog, person);
  }
}

async function deletePersonalData(ctx: Context, person: number): Promise<void> {
  const letters = await deleteLetters(ctx.db, await listAddresses(ctx.db, person));
  ctx.afterCommit(() => ctx.forgetLetters(letters));
  await deleteTokens(ctx.db, person);
  const tokensOfApps = await deleteAppsOf(ctx.db, person);
  ctx.afterCommit(() => {
    for (const token of tokensOfApps) ctx.connections.close({ token });
  });
  await deleteKnownAddresses(ctx.db, person);
  await deleteCodes(ctx.db, person);
  for (const id of await clearPhotosOf(ctx.db, ctx.community.id, person)) {
    ctx.emit({ type: 'dialog', scope: { kind: 'dialog', id }, ref: { kind: 'dialog', id } });
  }
  await deleteStoredContent(ctx.db, person);
  ctx.afterCommit(() => ctx.imports.cancel(person));
  await anonymise(ctx.db, person);
}

interface AffectedPeople {
  /** People the removed person had subscribed to. */
  followed: number[];
  followers: number[];
  notified: number[];
}

/** Emits the removal to everyone, and new counts to those who had a relation to the person. */
function emitRemoval(ctx: Context, person: number, { followed, followers, notified }: AffectedPeople): void {
  const community = { kind: 'community', id: 0 } as const;
  ctx.emit({ type: 'profile', scope: community, ref: { kind: 'person', id: person } });
  ctx.emit({ type: 'community', scope: community, ref: { kind: 'community', id: ctx.community.id } });
  for (const id of inOrder([...followers, ...notified])) {
    if (followed.includes(id)) continue;
    ctx.emit({ type: 'profile', scope: { kind: 'person', id }, ref: { kind: 'person', id } });
  }
  for (const id of inOrder(followed)) emitFriendCounts(ctx, id, person);
}

/** Each ID once, the smallest first: a database returns deleted rows as it finds them. */
function inOrder(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((one, other) => one - other);
}
