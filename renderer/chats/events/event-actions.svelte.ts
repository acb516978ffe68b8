import type { CalendarAnswer, CalendarEvent } from '../../../shared/contract/records';
import { call, download } from '../../api';
import { MessagePartActions } from '../message-part-actions.svelte';

/** What a person does with the event of a message. */
export class EventActions extends MessagePartActions {
  /** Answers; the answer that was given already is taken back. */
  async answer(answer: CalendarAnswer, { Mine }: Pick<CalendarEvent, 'Mine'>): Promise<void> {
    const input = { message_id: this.messageId, answer: answer === Mine ? ('none' as const) : answer };
    await this.change('message_calendar', (once, through) =>
      once.call('dialogs.answerEvent', input, through),
    );
  }

  /** Downloads the event as a file for calendars. */
  async download(): Promise<void> {
    await this.run(() => download('dialogs.eventFile', { message_id: this.messageId }));
  }

  /** Cancels the event for good. */
  async cancel(): Promise<void> {
    await this.run(() => call('dialogs.cancelEvent', { message_id: this.messageId }));
  }
}
