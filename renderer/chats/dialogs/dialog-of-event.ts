import type { ServerEvent } from '../../api';

/** Returns the id of the dialog that an event is about; 0 if there is none. */
export function dialogOf(event: ServerEvent): number {
  if ('Message' in event && typeof event.Message === 'object') return event.Message.Dialog.ID;
  if (!('Dialog' in event)) return 0;
  return typeof event.Dialog === 'number' ? event.Dialog : event.Dialog.ID;
}
