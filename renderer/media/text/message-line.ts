import { summaryOf } from '../../../shared/alerts/message-summary';
import type { MessageModel } from '../../../shared/contract/records';
import { m } from '../../i18n/index.svelte';

/**
 * Returns a message as one line: its text without formatting, or a description of its attachments. Reactive to the
 * language.
 */
export function messageLine(
  message: Pick<MessageModel, 'Text' | 'Photos' | 'Attachments' | 'Repost' | 'Sticker'>,
): string {
  return summaryOf(message, m().alerts);
}
