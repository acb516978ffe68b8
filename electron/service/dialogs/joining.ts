import { LIMITS } from '../../../shared/limits';
import type { DialogMemberRow } from '../access/dialogs';
import type { Context } from '../context';
import { limitReached } from '../hourly-limit';
import { postMessage } from '../messages/sending';
import { emitMemberChange } from './leaving';
import { findCommons, insertMember } from './queries';
import { deleteRemoval } from './removal-queries';

type Joined = Pick<DialogMemberRow, 'id' | 'type' | 'members' | 'last_message_id'>;

/** Adds a member to a group or channel and emits it. Throws `too_large` if it has the maximum number of members. */
export async function addMember(ctx: Context, dialog: Joined, person: number): Promise<void> {
  const limit = LIMITS.groupMembers;
  if (dialog.members >= limit) throw limitReached(`This chat has ${limit} members`);
  const { id, last_message_id: readId } = dialog;
  await deleteRemoval(ctx.db, id, person);
  await insertMember(ctx.db, { dialog: id, person, id: ctx.newId(), role: 'member', readId, now: ctx.now() });
  ctx.emit({ type: 'dialog', scope: { kind: 'person', id: person }, ref: { kind: 'dialog', id } });
  emitMemberChange(ctx, id, person, { Role: 'member', Members: dialog.members + 1 });
  if (dialog.type === 'group') await postMessage(ctx, { dialog: id, author: person, type: 'join', text: '' });
}

/** Adds someone who just registered to the group of everyone, if there is one with room. */
export async function joinCommons(ctx: Context, person: number): Promise<void> {
  const commons = await findCommons(ctx.db);
  if (commons && commons.members < LIMITS.groupMembers) await addMember(ctx, commons, person);
}
