import { titleOf } from '../../shared/alerts/names';
import type { DialogModel } from '../../shared/contract/records';
import { session } from '../api/session.svelte';
import { m } from './index.svelte';

/** Whether a dialog is the person's saved messages: the private dialog with oneself. */
export function isSaved({ Type, DialogDude }: Pick<DialogModel, 'Type' | 'DialogDude'>): boolean {
  return Type === 'private' && DialogDude !== null && DialogDude.ID === session.id;
}

/**
 * Whether a dialog is offered in lists: of a private one in which nobody has written, the other person knows nothing.
 * Pinned ones and saved messages always are.
 */
export function isBegun(
  dialog: Pick<DialogModel, 'Type' | 'DialogDude' | 'LastMessage' | 'Pinned'>,
): boolean {
  return dialog.Type !== 'private' || dialog.LastMessage !== null || dialog.Pinned || isSaved(dialog);
}

/**
 * Whether a person may take part in a dialog: a private one ends with the account of the other person, and rests while
 * they are blocked.
 */
export function isActive({ Member, Type, DialogDude }: DialogModel): boolean {
  return Member && !(Type === 'private' && (DialogDude?.Deleted || DialogDude?.Blocked));
}

/** Whether a person may write in a dialog: in channels only admins may, in groups all but those they silenced. */
export function mayWrite(dialog: DialogModel): boolean {
  const { Type, Role, SilencedUntil } = dialog;
  return (
    isActive(dialog) &&
    SilencedUntil === undefined &&
    (Type !== 'channel' || Role === 'owner' || Role === 'admin')
  );
}

/** Returns the name of a dialog; a private one is named after the other person. Reactive to the language. */
export function dialogName(dialog: Pick<DialogModel, 'Type' | 'Name' | 'DialogDude'>): string {
  return isSaved(dialog) ? m().chats.saved : titleOf(dialog, m().alerts);
}
