import { m } from '../../i18n/index.svelte';
import { toasts } from '../../ui';
import type { MessageOutbox, Outgoing } from './outbox.svelte';

/** Discards a message that was not sent and shows a toast that can undo it. */
export function discardMessage(outbox: MessageOutbox, entry: Outgoing): void {
  outbox.discard(entry.nonce);
  offerUndo(() => outbox.restore(entry));
}

/** Shows a toast that can undo discarding something unsent. */
export function offerUndo(run: () => void): void {
  toasts.show({ message: m().outbox.discarded, undo: { label: m().common.undo, run } });
}
