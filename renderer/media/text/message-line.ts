import { summaryOf, type Summarized } from '../../../shared/alerts/message-summary';
import { m } from '../../i18n/index.svelte';

/**
 * Returns a message as one line: its text without formatting, or a description of its attachments. Reactive to the
 * language.
 */
export function messageLine(message: Summarized): string {
  return summaryOf(message, m().alerts);
}
