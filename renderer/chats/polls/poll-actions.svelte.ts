import { call } from '../../api';
import { MessagePartActions } from '../message-part-actions.svelte';

/** What a person does with the poll of a message. */
export class PollActions extends MessagePartActions {
  /** The selected options, where several can be chosen. */
  selected = $state<number[]>([]);

  /** Replaces your choice; an empty list takes it back. */
  async vote(options: readonly number[]): Promise<void> {
    const input = { message_id: this.messageId, options: [...options] };
    await this.change('message_poll', (once, through) => once.call('dialogs.vote', input, through));
    this.selected = [];
  }

  /** Closes the poll for good. */
  async close(): Promise<void> {
    await this.run(() => call('dialogs.closePoll', { message_id: this.messageId }));
    this.selected = [];
  }
}
