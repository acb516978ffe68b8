import type { Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { requirePerson } from '../access/access';
import { findDialogMember } from '../access/dialogs-queries';
import { insertAct, updateRole } from '../admin/queries';
import { generateLongCode } from '../codes';
import { updateCommunity } from '../community/queries';
import type { Context, ReadContext } from '../context';
import { emitFriendCounts } from '../events/count-events';
import { desert, leave } from '../dialogs/leaving';
import { listDialogIds } from '../dialogs/queries';
import { requireOwnPassword, requireUnchanged } from './credentials';
import { deleteCodes } from './queries';
import {
  anonymise,
  deleteBelongings,
  deleteLetters,
  deleteNotifications,
  deleteTies,
  findCommunityHeir,
  isAnybodyElse,
  listAddresses,
} from './removal-queries';
import { deleteKnownAddresses, deleteTokens } from './token-queries';

/**
 * Removes the caller's account for good. Their messages, the gifts they gave and what administrators noted stay and have
 * no name; everything else goes, and their address and tag are free. Groups and channels that they own go to an heir. An
 * owner's community goes to the administrator who has been here the longest; with others about and no administrator it is
 * `conflict`.
 */
export async function removeAccount(ctx: ReadContext, { password }: Parsed<'account.remove'>) {
  const { id } = requirePerson(ctx);
  const verified = await requireOwnPassword(ctx, id, password, 'password');
  return async (inner: Context) => {
    const { id: person, role } = requirePerson(inner);
    await requireUnchanged(inner, person, verified);
    if (role === 'owner') await passCommunityOn(inner, person);
    await leaveDialogs(inner, person);
    const tied = await deleteTies(inner.db, person);
    const notified = await deleteNotifications(inner.db, person);
    await forget(inner, person);
    tell(inner, person, { ...tied, notified });
    inner.afterCommit(() => inner.connections.close({ person }));
    return { ok: true as const };
  };
}

async function passCommunityOn(ctx: Context, owner: number): Promise<void> {
  const heir = await findCommunityHeir(ctx.db);
  if (heir !== undefined) {
    await updateRole(ctx.db, heir, 'owner');
    ctx.afterCommit(() => ctx.connections.changeRole(heir, 'owner'));
    await insertAct(ctx.db, { id: ctx.newId(), by: owner, act: 'make_owner', person: heir, now: ctx.now() });
    ctx.emit({ type: 'profile', scope: { kind: 'community', id: 0 }, ref: { kind: 'person', id: heir } });
    return;
  }
  if (await isAnybodyElse(ctx.db, owner)) {
    throw new AppError(
      'conflict',
      'You own this community. Make someone an administrator first; they will become the owner.',
    );
  }
  // Nobody is left: whoever sits at the host begins anew, as when the community was made.
  await updateCommunity(ctx.db, ctx.community.id, { setup_code: generateLongCode() });
}

async function leaveDialogs(ctx: Context, person: number): Promise<void> {
  for (const id of await listDialogIds(ctx.db, person)) {
    const dialog = await findDialogMember(ctx.db, id, person);
    if (!dialog) continue;
    await (dialog.type === 'private' ? desert : leave)(ctx, dialog, person);
  }
}

async function forget(ctx: Context, person: number): Promise<void> {
  const letters = await deleteLetters(ctx.db, await listAddresses(ctx.db, person));
  ctx.afterCommit(() => ctx.forgetLetters(letters));
  await deleteTokens(ctx.db, person);
  await deleteKnownAddresses(ctx.db, person);
  await deleteCodes(ctx.db, person);
  await deleteBelongings(ctx.db, person);
  await anonymise(ctx.db, person);
}

interface Concerned {
  /** Whose friend or follower the person was. */
  followed: number[];
  followers: number[];
  notified: number[];
}

/** Everybody sees the person gone; those who knew them have other counts of their own. */
function tell(ctx: Context, person: number, { followed, followers, notified }: Concerned): void {
  const community = { kind: 'community', id: 0 } as const;
  ctx.emit({ type: 'profile', scope: community, ref: { kind: 'person', id: person } });
  ctx.emit({ type: 'community', scope: community, ref: { kind: 'community', id: ctx.community.id } });
  for (const id of new Set([...followers, ...notified])) {
    if (followed.includes(id)) continue;
    ctx.emit({ type: 'profile', scope: { kind: 'person', id }, ref: { kind: 'person', id } });
  }
  for (const id of followed) emitFriendCounts(ctx, id, person);
}
