import type { MessageModel } from '../../../shared/contract/records';
import { call } from '../../api';
import type { ScheduledEntry, ScheduledSource } from '../../common/scheduling/scheduled-list.svelte';
import { messageLine } from '../../media/text/message-line';

/** The scheduled messages of one dialog. */
export function scheduledMessagesOf(dialogId: number): ScheduledSource {
  return {
    read: async (through) => (await through('dialogs.scheduled', { dialog_id: dialogId })).map(entryOf),
    changed: (event) => {
      if (event.Type !== 'scheduled_message' || event.Dialog !== dialogId) return null;
      return { id: event.ID, entry: event.Item && entryOf(event.Item) };
    },
    edit: (id, change) => call('dialogs.editMessage', { message_id: id, ...change }),
    publish: (id) => call('dialogs.sendScheduled', { message_id: id }),
    remove: (id) => call('dialogs.deleteMessage', { message_id: id }),
  };
}

function entryOf(message: MessageModel): ScheduledEntry {
  const { ID: id, Text: text, Timestamp: time, Refusal: refusal = '' } = message;
  return { id, text, note: text ? '' : messageLine(message), time, refusal };
}
