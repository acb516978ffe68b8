import { summaryOf } from '../../../shared/alerts/lines';
import type { MessageModel } from '../../../shared/contract/records';
import { m } from '../../i18n/index.svelte';

/** A message in one line: its words without marks, else what hangs on it. Reactive to the language. */
export function messageLine(
  message: Pick<MessageModel, 'Text' | 'Photos' | 'Attachments' | 'Repost'>,
): string {
  return summaryOf(message, m().alerts);
}
