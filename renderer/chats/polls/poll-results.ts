import { call, emit, EventSubscription, Once } from '../../api';
import type { Poll } from '../../../shared/contract/records';

/** What a person does with the poll of a message; everything throws AppError. */
export class Voting {
  readonly #messageId: number;
  readonly #once = new Once();
  /** Not opened: conversations apply events themselves. What is applied here is emitted to all of them. */
  readonly #events = new EventSubscription(emit);

  constructor(messageId: number) {
    this.#messageId = messageId;
  }

  /** Replaces your choice; an empty list takes it back. */
  async vote(options: readonly number[]): Promise<void> {
    const input = { message_id: this.#messageId, options: [...options] };
    await this.#events.request(
      (send) => this.#once.call('dialogs.vote', input, send),
      (Message) => emit({ Type: 'message_poll', Message }),
    );
  }

  /** Closes the poll for good. */
  async close(): Promise<void> {
    await call('dialogs.closePoll', { message_id: this.#messageId });
  }
}

/** Whether a poll shows its results to you: after your vote, or once it is closed. */
export function showsResults(poll: Poll, now: number): boolean {
  return isClosed(poll, now) || poll.Options.some(({ Mine }) => Mine);
}

/** Whether a poll takes no more votes, also if its time came since the host sent it. */
export function isClosed(poll: Poll, now: number): boolean {
  return poll.Closed || (poll.Closes > 0 && poll.Closes <= now);
}

/** The share of the voters who chose an option, from 0 to 1. */
export function shareOf(poll: Poll, votes: number): number {
  return poll.Voters > 0 ? votes / poll.Voters : 0;
}
