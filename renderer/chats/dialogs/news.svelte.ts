import type { DialogModel } from '../../../shared/contract/records';
import { m } from '../../i18n/index.svelte';
import { announcer } from '../../ui';
import type { Conversation } from '../conversation/conversation.svelte';
import { systemText } from './dialog-preview';
import { messageLine } from '../../media/text/message-line';
import { firstName } from '../names';

/** Announces each new message of others to screen readers, once. Must be called while a component is initialized. */
export function announceNews(conversation: Conversation, dialog: () => DialogModel): void {
  let said = Math.max(dialog().LastMessage?.ID ?? 0, conversation.lastId);
  $effect(() => {
    const news = conversation.rows.filter(({ message, isMine }) => message && message.ID > said && !isMine);
    said = Math.max(said, conversation.lastId);
    // More than three at once come from a jump or a reconnection, and reading them all out would be a nuisance.
    if (news.length > 3 || conversation.run.hasNewer) return;
    const content = news.map(({ message }) => {
      if (!message) return '';
      if (message.Type !== 'message') return systemText(message);
      return m().chats.lineOf(firstName(message.Author), messageLine(message));
    });
    if (content.length) announcer.announce(content.join('. '));
  });
}
