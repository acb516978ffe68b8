import type { Parsed } from '../../../shared/contract';
import { requirePerson } from '../access/access';
import { requireMember } from '../access/dialogs';
import type { Context } from '../context';
import { findHighestPin, listPinnedDialogs } from './arranging-queries';
import { updateMember, type OwnDialogSettings } from './queries';

/** How members arrange their own list of dialogs: pins and the archive. */

/** Pins a dialog above the other pinned ones, or unpins it. Pinning takes it out of the archive. */
export async function pin(ctx: Context, input: Parsed<'dialogs.pin'>): Promise<{ ok: true }> {
  const { id, pinned_at } = await requireMember(ctx, input.dialog_id);
  const value = input.value ?? !pinned_at;
  if (value === Boolean(pinned_at)) return { ok: true };
  if (!value) {
    await updateOwnSettings(ctx, id, { pinned_at: 0 });
    return { ok: true };
  }
  const highest = await findHighestPin(ctx.db, requirePerson(ctx).id);
  await updateOwnSettings(ctx, id, { pinned_at: Math.max(ctx.now(), highest + 1), archived: 0 });
  return { ok: true };
}

/** Puts pinned dialogs into an order. */
export async function orderPins(ctx: Context, input: Parsed<'dialogs.orderPins'>): Promise<{ ok: true }> {
  const pinned = await listPinnedDialogs(ctx.db, requirePerson(ctx).id);
  const known = new Map(pinned.map((row) => [row.dialog_id, row.pinned_at]));
  // Another device may have unpinned some and pinned others meanwhile.
  const named = input.dialogs.filter((dialog) => known.has(dialog));
  const rest = pinned.map((row) => row.dialog_id).filter((dialog) => !named.includes(dialog));
  const order = [...named, ...rest];
  const highest = Math.max(ctx.now(), ...known.values());
  for (const [place, dialog] of order.entries()) {
    const pinned_at = highest - place;
    if (known.get(dialog) !== pinned_at) await updateOwnSettings(ctx, dialog, { pinned_at });
  }
  return { ok: true };
}

/** Archives a dialog or takes it back. */
export async function archive(ctx: Context, input: Parsed<'dialogs.archive'>): Promise<{ ok: true }> {
  const { id, archived } = await requireMember(ctx, input.dialog_id);
  const value = input.value ?? archived !== 1;
  if (value === (archived === 1)) return { ok: true };
  await updateOwnSettings(ctx, id, value ? { archived: 1, pinned_at: 0 } : { archived: 0 });
  return { ok: true };
}

/** Changes the caller's own settings of a dialog and emits that to their other devices. */
export async function updateOwnSettings(
  ctx: Context,
  dialog: number,
  change: OwnDialogSettings,
): Promise<void> {
  const person = requirePerson(ctx).id;
  await updateMember(ctx.db, dialog, person, change);
  ctx.emit({ type: 'dialog', scope: { kind: 'person', id: person }, ref: { kind: 'dialog', id: dialog } });
}
