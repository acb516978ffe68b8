import type { DialogModel } from '../../../shared/contract/records';
import { m } from '../../i18n/index.svelte';
import type { Outgoing } from './outbox.svelte';
import { firstName, isSaved } from '../names';

/**
 * Returns why the host rejected a message to a dialog, as one sentence. It doesn't say whether the other person blocked
 * the sender: people who block someone stay unknown to them.
 */
export function refusalText(
  refused: Outgoing['refused'],
  dialog: Pick<DialogModel, 'Type' | 'DialogDude'>,
): string {
  if (!refused) return '';
  if (refused === 'interrupted') return m().media.attaching.interrupted;
  if (refused !== 'access_denied') return m().common.errors[refused];
  if (dialog.Type === 'channel') return m().chats.onlyAdminsWrite;
  const { DialogDude: other } = dialog;
  if (dialog.Type !== 'private' || !other || isSaved(dialog)) return m().common.errors.access_denied;
  return other.Deleted ? m().chats.accountDeleted : m().chats.notAccepted(firstName(other));
}
