import type { DialogRole } from '../../../shared/contract/records';
import type { DialogMemberRow } from '../access/dialogs';
import type { Context } from '../context';
import { withdrawAnswers } from '../calendar/answers';
import { postMessage } from '../messages/sending';
import { closeDialog, deleteMember, findHeir, updateDialog, updateMember } from './queries';

/**
 * Removes a member who leaves a group or channel. An owner's role passes to an heir; the last member closes the dialog.
 */
export async function leaveDialog(ctx: Context, dialog: DialogMemberRow, person: number): Promise<void> {
  if (dialog.role === 'owner') {
    const heir = await findHeir(ctx.db, dialog.id, person);
    if (heir === undefined) return closeForEveryone(ctx, dialog.id, [person]);
    await transferOwnership(ctx, dialog, { from: person, to: heir });
  }
  await removeMember(ctx, dialog, person);
}

/** Removes a member from a group or channel and emits it to the others. */
export async function removeMember(ctx: Context, dialog: DialogMemberRow, person: number): Promise<void> {
  const { id } = dialog;
  if (dialog.type === 'group')
    await postMessage(ctx, { dialog: id, author: person, type: 'leave', text: '' });
  await withdrawAnswers(ctx, id, person);
  await deleteMember(ctx.db, id, person);
  ctx.emit({ type: 'dialog_delete', scope: { kind: 'person', id: person }, ref: { kind: 'dialog', id } });
  emitMemberChange(ctx, id, person, { Role: '', Members: dialog.members - 1 });
}

/**
 * Removes someone whose account is deleted from a private dialog. The other person keeps it; without one it is closed.
 */
export async function leavePrivateDialog(
  ctx: Context,
  dialog: DialogMemberRow,
  person: number,
): Promise<void> {
  if (dialog.members < 2) return closeForEveryone(ctx, dialog.id, [person]);
  await withdrawAnswers(ctx, dialog.id, person);
  await deleteMember(ctx.db, dialog.id, person);
  emitMemberChange(ctx, dialog.id, person, { Role: '', Members: dialog.members - 1 });
}

/** Makes a member the owner; the previous owner becomes an admin. */
export async function transferOwnership(
  ctx: Context,
  dialog: DialogMemberRow,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const { id, members } = dialog;
  await updateMember(ctx.db, id, from, { role: 'admin' });
  await updateMember(ctx.db, id, to, { role: 'owner', silenced_until: 0 });
  await updateDialog(ctx.db, id, { owner_id: to });
  emitMemberChange(ctx, id, from, { Role: 'admin', Members: members });
  emitMemberChange(ctx, id, to, { Role: 'owner', Members: members });
  ctx.emit({ type: 'dialog', scope: { kind: 'dialog', id }, ref: { kind: 'dialog', id } });
}

/** Closes a dialog for everyone in it. */
export async function closeForEveryone(
  ctx: Context,
  dialog: number,
  people: readonly number[],
): Promise<void> {
  await closeDialog(ctx.db, dialog);
  for (const id of people) {
    ctx.emit({ type: 'dialog_delete', scope: { kind: 'person', id }, ref: { kind: 'dialog', id: dialog } });
  }
}

/** Emits a changed membership to the members, and to a person who no longer is one. */
export function emitMemberChange(
  ctx: Context,
  dialog: number,
  person: number,
  change: { Role: DialogRole; Members: number; SilencedUntil?: number },
): void {
  const event = {
    type: 'member' as const,
    ref: { kind: 'person' as const, id: person },
    body: { Dialog: dialog, ...change },
  };
  ctx.emit({ ...event, scope: { kind: 'dialog', id: dialog } });
  if (change.Role === '') ctx.emit({ ...event, scope: { kind: 'person', id: person } });
}
