import { onDestroy, untrack } from 'svelte';
import { router } from '../../router.svelte';
import type { ScrollAnchor } from '../list/scroll-goal';
import type { ConversationActions } from './conversation-actions.svelte';

/**
 * Scrolls to the message that the address names, whenever it does, even to the same one again; `messageId` is undefined
 * if it names none of this conversation. Called while its component is created. Returns true if the person comes back
 * to such an address: the conversation is still scrolled to where they left it, and not to the message.
 */
export function goToMessageOfRoute(
  actions: ConversationActions,
  messageId: () => number | undefined,
): boolean {
  /** Where the list was scrolled to when the person left this visit of the address. */
  const leftHere = () => router.cached<{ anchor?: ScrollAnchor | null }>('message', () => ({}));
  let left = messageId() === undefined ? undefined : untrack(leftHere);
  const isReturn = left?.anchor !== undefined && left.anchor === actions.open.anchor;
  let isThere = isReturn;
  $effect(() => {
    const { route } = router;
    const id = messageId();
    // For a moment the conversation is still shown after another chat was chosen.
    if (route.view !== 'chats' || route.dialogId !== actions.open.id) return;
    left = id === undefined ? undefined : untrack(leftHere);
    // Untracked, so that new messages and read marks don't scroll back to it.
    if (id !== undefined && !isThere) untrack(() => void actions.goTo(id));
    isThere = false;
  });
  onDestroy(() => {
    if (left) left.anchor = actions.open.anchor;
  });
  return isReturn;
}
