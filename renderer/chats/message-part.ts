import type { MessageModel } from '../../shared/contract/records';
import type { ConversationActions } from './conversation/conversation-actions.svelte';

/** Props of a component that shows a part of a message in a conversation. */
export interface MessagePart {
  message: MessageModel;
  actions: ConversationActions;
  tabindex: number;
}
