import type { DialogRole } from '../../../shared/contract/records';
import type { DialogMemberRow } from '../access/dialogs';
import type { Context } from '../context';
import { postMessage } from '../messages/post';
import { closeDialog, deleteMember, findHeir, updateDialog, updateMember } from './queries';

/** Takes a member out of a group or channel of their own will; an owner's place goes to an heir, the last one closes it. */
export async function leave(ctx: Context, dialog: DialogMemberRow, person: number): Promise<void> {
  if (dialog.role === 'owner') {
    const heir = await findHeir(ctx.db, dialog.id, person);
    if (heir === undefined) return close(ctx, dialog.id, [person]);
    await handOver(ctx, dialog, { from: person, to: heir });
  }
  await dismiss(ctx, dialog, person);
}

/** Takes a member out of a group or channel, and tells those who stay. */
export async function dismiss(ctx: Context, dialog: DialogMemberRow, person: number): Promise<void> {
  const { id } = dialog;
  if (dialog.type === 'group')
    await postMessage(ctx, { dialog: id, author: person, type: 'leave', text: '' });
  await deleteMember(ctx.db, id, person);
  ctx.emit({ type: 'dialog_delete', scope: { kind: 'person', id: person }, ref: { kind: 'dialog', id } });
  tellMember(ctx, id, person, '', dialog.members - 1);
}

/**
 * Takes somebody who is removed from the community out of a private dialog. The other keeps it; with nobody left in it it
 * is closed.
 */
export async function desert(ctx: Context, dialog: DialogMemberRow, person: number): Promise<void> {
  if (dialog.members < 2) return close(ctx, dialog.id, [person]);
  await deleteMember(ctx.db, dialog.id, person);
  tellMember(ctx, dialog.id, person, '', dialog.members - 1);
}

/** Makes a member the owner; who was it stays as an admin. */
export async function handOver(
  ctx: Context,
  dialog: DialogMemberRow,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const { id, members } = dialog;
  await updateMember(ctx.db, id, from, { role: 'admin' });
  await updateMember(ctx.db, id, to, { role: 'owner' });
  await updateDialog(ctx.db, id, { owner_id: to });
  tellMember(ctx, id, from, 'admin', members);
  tellMember(ctx, id, to, 'owner', members);
  ctx.emit({ type: 'dialog', scope: { kind: 'dialog', id }, ref: { kind: 'dialog', id } });
}

/** Takes a dialog away from everyone in it. */
export async function close(ctx: Context, dialog: number, people: readonly number[]): Promise<void> {
  await closeDialog(ctx.db, dialog);
  for (const id of people) {
    ctx.emit({ type: 'dialog_delete', scope: { kind: 'person', id }, ref: { kind: 'dialog', id: dialog } });
  }
}

/** Tells the members, and the person, who may no longer be one. */
export function tellMember(
  ctx: Context,
  dialog: number,
  person: number,
  role: DialogRole,
  members: number,
): void {
  const event = {
    type: 'member' as const,
    ref: { kind: 'person' as const, id: person },
    body: { Dialog: dialog, Role: role, Members: members },
  };
  ctx.emit({ ...event, scope: { kind: 'dialog', id: dialog } });
  if (role === '') ctx.emit({ ...event, scope: { kind: 'person', id: person } });
}
