import { untrack } from 'svelte';
import { router } from '../../router.svelte';
import type { ConversationActions } from './conversation-actions.svelte';

/**
 * Scrolls to the message that the address names, whenever it does, even to the same one again; `messageId` is undefined
 * if it names none of this conversation. Called while its component is created.
 */
export function goToMessageOfRoute(actions: ConversationActions, messageId: () => number | undefined): void {
  $effect(() => {
    const { route } = router;
    const id = messageId();
    // For a moment the conversation is still shown after another chat was chosen.
    if (route.view !== 'chats' || route.dialogId !== actions.open.id) return;
    // Untracked, so that new messages and read marks don't scroll back to it.
    if (id !== undefined) untrack(() => void actions.goTo(id));
  });
}
